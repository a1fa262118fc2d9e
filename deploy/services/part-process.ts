import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

export interface PartProcess {
  /** Rejects with a sentence when the part keeps crashing. */
  readonly broken: Promise<never>
  stop(): Promise<void>
}

export interface PartOptions {
  readonly name: string
  readonly entry: string
  readonly environment: NodeJS.ProcessEnv
  readonly note: (line: string) => void
}

/** SQLite is experimental in Node; KafkaJS 2.2.4 sets overdue timers, about which Node 24 warns. */
const quiet = ['ExperimentalWarning', 'TimeoutNegativeWarning'].map((name) => `--disable-warning=${name}`)
const stopWithinMs = 25_000
const restartAfterMs = 500
const quickEndsMax = 3
const settledAfterMs = 30_000

/** Starts the part and restarts it when it crashes, giving up after three quick exits in a row. */
export function startPartProcess(options: PartOptions): PartProcess {
  const { name, entry, environment, note } = options
  const broken = Promise.withResolvers<never>()
  broken.promise.catch(() => 'only the start awaits it')
  let isStopping = false
  let quickEnds = 0
  let child = launch()

  function launch(): ChildProcess {
    const startedAt = performance.now()
    const started = fork(entry, { env: environment, execArgv: quiet })
    started.on('exit', (code, signal) => {
      if (isStopping) return
      quickEnds = performance.now() - startedAt < settledAfterMs ? quickEnds + 1 : 1
      note(`${name} ended (${signal ?? `code ${code}`})`)
      if (quickEnds >= quickEndsMax)
        broken.reject(new Error(`${name} does not start; its messages are above.`))
      else setTimeout(relaunch, restartAfterMs)
    })
    return started
  }

  function relaunch(): void {
    if (!isStopping) child = launch()
  }

  return {
    broken: broken.promise,
    stop: async () => {
      isStopping = true
      await end(child)
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
  await gone
  clearTimeout(force)
}
