import type { TextKind } from '@portal/service-kit/ports/embedder'

interface Job<Text, Encoded> {
  readonly texts: readonly Text[]
  readonly kind: TextKind
  readonly encode: (text: Text, kind: TextKind) => Promise<Encoded>
  readonly done: Encoded[]
  readonly resolve: (encoded: Encoded[]) => void
  readonly reject: (reason: unknown) => void
}

/** A job whose types only its owner knows. */
interface QueuedJob {
  readonly kind: TextKind
  /** Encodes the next text; resolves to whether it was the last. */
  step(): Promise<boolean>
  finish(): void
  fail(reason: unknown): void
}

/** Texts to encode and how; an abort rejects with the signal's reason. */
export interface EncodeJob<Text, Encoded> extends Pick<Job<Text, Encoded>, 'texts' | 'kind' | 'encode'> {
  readonly signal: AbortSignal | undefined
}

/**
 * Feeds an encoder that takes one text at a time. Queries overtake passages after at most one text;
 * passage jobs take turns by text, so that a long document does not delay a short one. A failing
 * text rejects only its own job.
 */
export function embedQueue() {
  const lanes: Readonly<Record<TextKind, QueuedJob[]>> = { query: [], passage: [] }
  const next = () => lanes.query[0] ?? lanes.passage[0]
  let isRunning = false

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    for (let job = next(); job; job = next()) await step(job)
    isRunning = false
  }

  async function step(job: QueuedJob): Promise<void> {
    let isLast: boolean
    try {
      isLast = await job.step()
    } catch (error) {
      return drop(job, error)
    }
    if (!remove(job)) return
    if (isLast) job.finish()
    else lanes[job.kind].push(job)
  }

  function drop(job: QueuedJob, reason: unknown): void {
    remove(job)
    job.fail(reason)
  }

  function remove(job: QueuedJob): boolean {
    const lane = lanes[job.kind]
    const index = lane.indexOf(job)
    if (index >= 0) lane.splice(index, 1)
    return index >= 0
  }

  return <Text, Encoded>({ signal, ...work }: EncodeJob<Text, Encoded>): Promise<Encoded[]> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      if (work.texts.length === 0) return resolve([])
      const job = queuedJob({ ...work, done: [], resolve, reject })
      signal?.addEventListener('abort', () => drop(job, signal.reason), { once: true })
      lanes[work.kind].push(job)
      void run()
    })
}

function queuedJob<Text, Encoded>(job: Job<Text, Encoded>): QueuedJob {
  const { texts, kind, encode, done, resolve, reject } = job
  return {
    kind,
    step: async () => {
      const text = texts[done.length]
      if (text !== undefined) done.push(await encode(text, kind))
      return done.length >= texts.length
    },
    finish: () => resolve(done),
    fail: reject,
  }
}
