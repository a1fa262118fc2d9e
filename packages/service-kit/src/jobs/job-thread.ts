import { once } from 'node:events'
import { type Transferable, Worker } from 'node:worker_threads'
import type { FinishedSpan } from '@portal/telemetry/finished-span'
import type { Telemetry } from '@portal/telemetry/telemetry'
import type { EngineLabel } from '@portal/telemetry/traced-engines'
import type { Database } from '../database/open-database.ts'
import type { Hint } from '../database/transaction-fence.ts'
import type { Logger } from '../logger.ts'
import { backoff, sleep } from '../sleep.ts'
import { bareEnvironment } from '../threads/bare-environment.ts'

/** Jobs that run in a thread of their own, because what they do would hold up requests. */
export interface JobThread {
  /** Calls `workInThread`. */
  readonly module: URL
  /** What a thread is given, made for each. */
  readonly give: () => ThreadGift
  readonly kinds: readonly string[]
}

/** Its `workerData`: addresses of engines, copied, and ports to engines of its service, moved. */
export interface ThreadGift {
  readonly data: unknown
  readonly moved?: readonly Transferable[]
}

/** From the thread: a commit left something to do. To the thread: the same, or to end. */
export type ThreadMessage = { readonly hint: Hint } | { readonly stop: true }

/** What a thread reports of its work, which its service counts and keeps as its own. */
export type ThreadReport =
  | { readonly span: FinishedSpan }
  | { readonly run: { readonly kind: string; readonly outcome: string; readonly seconds: number } }
  | { readonly call: Readonly<Record<EngineLabel, string>> & { readonly seconds: number } }

/** Of the young generation little, or loading the code alone takes 150 MB more. */
const heap = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 16 }
const restart = { firstMs: 200, maxMs: 10_000 }
/** A thread that lived for this long did not fail at its start. */
const startedMs = 60_000
/** More than jobs get to end in, and their database to close. */
const endMs = 8000

/**
 * Runs a thread of jobs, with another one whenever it ends; leases bring back what it was at.
 * Commits on either side wake the other. `stop` lets running jobs end.
 */
export function startJobThread(
  { module, give }: JobThread,
  { database, log, telemetry }: { readonly database: Database; readonly log: Logger } & Reporting,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let send: (message: ThreadMessage) => void = () => undefined
  const bridge = new HintBridge(database, (hint) => send({ hint }))

  const runOnce = async () => {
    const { data, moved = [] } = give()
    const worker = new Worker(module, {
      workerData: data,
      transferList: [...moved],
      env: bareEnvironment(),
      execArgv: [],
      resourceLimits: heap,
    })
    send = (message) => worker.postMessage(message)
    worker.on('message', (message: { hint: Hint } | ThreadReport) => {
      if ('hint' in message) bridge.receive(message.hint)
      else takeReport(message, telemetry)
    })
    worker.on('error', (err) => log.error({ err }, 'the thread of jobs failed'))
    const ended = once(worker, 'exit')
    const end = () => {
      worker.postMessage({ stop: true } satisfies ThreadMessage)
      const timer = setTimeout(() => void worker.terminate(), endMs)
      worker.once('exit', () => clearTimeout(timer))
    }
    stopping.signal.addEventListener('abort', end, { once: true })
    await ended.catch(() => once(worker, 'exit'))
    stopping.signal.removeEventListener('abort', end)
  }

  const run = async () => {
    for (let failures = 1; !stopping.signal.aborted; failures += 1) {
      const startedAt = performance.now()
      await runOnce()
      if (stopping.signal.aborted) return
      if (performance.now() - startedAt > startedMs) failures = 1
      log.error('the thread of jobs ended; another one is started')
      await sleep(backoff(failures, restart), stopping.signal)
    }
  }
  const running = run()
  return {
    stop: async () => {
      bridge.close()
      stopping.abort()
      await running
    },
  }
}

interface Reporting {
  readonly telemetry?: Telemetry
}

function takeReport(report: ThreadReport, telemetry: Telemetry | undefined): void {
  if ('span' in report) telemetry?.spans.add(report.span)
  else if ('run' in report) {
    const { seconds, ...labels } = report.run
    telemetry?.jobs.of(labels).observe(seconds)
  } else {
    const { seconds, ...labels } = report.call
    telemetry?.engineCalls.of(labels).observe(seconds)
  }
}

/** Passes on what commits of one side leave to do on the other, and never back. */
export class HintBridge {
  readonly #database: Database
  readonly #forget: readonly (() => void)[]
  #isReceiving = false

  constructor(database: Database, send: (hint: Hint) => void) {
    this.#database = database
    this.#forget = (['outbox', 'jobs', 'leases'] as const).map((hint) =>
      database.onHint(hint, () => {
        if (!this.#isReceiving) send(hint)
      }),
    )
  }

  receive(hint: Hint): void {
    this.#isReceiving = true
    try {
      this.#database.hint(hint)
    } finally {
      this.#isReceiving = false
    }
  }

  close(): void {
    for (const forget of this.#forget) forget()
  }
}
