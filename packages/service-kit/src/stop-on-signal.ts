import { createLogger } from './logger.ts'

export interface Stoppable {
  stop(): Promise<void>
}

const stopWithinMs = 25_000
const log = createLogger({ service: 'process', level: 'info' })

/**
 * Runs a process until SIGINT, SIGTERM or the loss of its IPC parent; a second signal, or 25 s,
 * ends it at once. A failed start or an uncaught error exits with code 1. A signal during the start
 * aborts `halted`, on which `start` must clean up and reject.
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
