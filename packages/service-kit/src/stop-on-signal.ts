import { createLogger } from './logger.ts'

/** Something that runs until it is stopped. */
export interface Stoppable {
  stop(): Promise<void>
}

const stopWithinMs = 25_000
const log = createLogger({ service: 'process', level: 'info' })

/**
 * Runs a process of the portal: starts it, and ends it in good order on SIGINT or SIGTERM and when the parent that started it with an IPC
 * channel is gone. A second signal, or 25 s, end it at once. A start that fails, or an error that nobody caught, ends it with code 1.
 * `halted` is aborted when it is told to stop while it still starts; a start that rejects then has put away what it had begun.
 */
export async function stopOnSignal(start: (halted: AbortSignal) => Promise<Stoppable>): Promise<void> {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error')
    stop('uncaught error', 1)
  })
  const halt = new AbortController()
  const starting = start(halt.signal)
  let isStopping = false
  const stop = (why: string, code: number) => {
    if (isStopping) process.exit(code || 1)
    isStopping = true
    log.info({ why }, 'stopping')
    setTimeout(() => process.exit(1), stopWithinMs).unref()
    halt.abort()
    starting
      .then(
        (running) => running.stop(),
        () => 'it never ran',
      )
      .then(
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
  try {
    await starting
  } catch (error) {
    if (isStopping) return
    // One sentence for the operator; the rest is for a bug report.
    console.error(error instanceof Error ? error.message : error)
    log.debug({ err: error }, 'start failed')
    process.exit(1)
  }
}
