import type { Logger } from './logger.ts'

/** Something that runs until it is stopped. */
export interface Stoppable {
  stop(): Promise<void>
}

/**
 * Ends the process in good order: on SIGINT or SIGTERM, and when the parent that started it with an IPC channel is gone. A second signal, or 25 s,
 * end it at once. An error that nobody caught is logged and ends the process with code 1.
 */
export function stopOnSignal(running: Stoppable, log: Logger): void {
  let isStopping = false
  const stop = (why: string, code: number) => {
    if (isStopping) process.exit(code || 1)
    isStopping = true
    log.info({ why }, 'stopping')
    setTimeout(() => process.exit(1), 25_000).unref()
    running.stop().then(
      () => process.exit(code),
      (error: unknown) => {
        log.error({ err: error }, 'could not stop in good order')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', () => stop('interrupt', 0))
  process.on('SIGTERM', () => stop('terminate', 0))
  process.on('disconnect', () => stop('parent gone', 0))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error')
    stop('uncaught error', 1)
  })
}
