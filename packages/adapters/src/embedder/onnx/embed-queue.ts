import type { TextKind } from '@portal/service-kit/ports/embedder'

/** Texts to encode and how; an abort rejects with the signal's reason. */
export interface EncodeJob<Text, Encoded> {
  readonly texts: readonly Text[]
  readonly kind: TextKind
  readonly signal: AbortSignal | undefined
  readonly encode: (text: Text, kind: TextKind) => Promise<Encoded>
}

/** A job whose types only its owner knows. */
interface QueuedJob {
  readonly kind: TextKind
  /** Whether there are texts that were not begun. */
  hasMore(): boolean
  /** Encodes the next text; resolves to whether all have been. */
  step(): Promise<boolean>
  finish(): void
  fail(reason: unknown): void
}

/** How many texts are on their way to the encoder at most. */
interface QueueLimits {
  readonly all: number
  /** Passages are sent only while there are fewer texts, and no queries. */
  readonly passages: number
}

/**
 * Feeds an encoder. Queries overtake passages that were not begun; passage jobs take turns by text,
 * so that a long document does not delay a short one. A failing text rejects only its own job.
 */
export function embedQueue(limits: QueueLimits) {
  const lanes: Readonly<Record<TextKind, QueuedJob[]>> = { query: [], passage: [] }
  const begun: Record<TextKind, number> = { query: 0, passage: 0 }

  function next(): QueuedJob | undefined {
    const all = begun.query + begun.passage
    if (lanes.query.length > 0) return all < limits.all ? lanes.query.shift() : undefined
    return begun.query === 0 && all < limits.passages ? lanes.passage.shift() : undefined
  }

  function run(): void {
    for (let job = next(); job; job = next()) void step(job)
  }

  async function step(job: QueuedJob): Promise<void> {
    const { kind } = job
    begun[kind] += 1
    try {
      const stepped = job.step()
      if (job.hasMore()) lanes[kind].push(job)
      if (await stepped) job.finish()
    } catch (error) {
      drop(job, error)
    }
    begun[kind] -= 1
    run()
  }

  function drop(job: QueuedJob, reason: unknown): void {
    const lane = lanes[job.kind]
    const index = lane.indexOf(job)
    if (index >= 0) lane.splice(index, 1)
    job.fail(reason)
  }

  return <Text, Encoded>(work: EncodeJob<Text, Encoded>): Promise<Encoded[]> =>
    new Promise((resolve, reject) => {
      const { signal, texts, kind } = work
      if (signal?.aborted) return reject(signal.reason)
      if (texts.length === 0) return resolve([])
      const job = queuedJob(work, { resolve, reject })
      signal?.addEventListener('abort', () => drop(job, signal.reason), { once: true })
      lanes[kind].push(job)
      run()
    })
}

function queuedJob<Text, Encoded>(
  { texts, kind, encode }: EncodeJob<Text, Encoded>,
  { resolve, reject }: Pick<PromiseWithResolvers<Encoded[]>, 'resolve' | 'reject'>,
): QueuedJob {
  const encoded: Encoded[] = []
  let [begun, done] = [0, 0]
  return {
    kind,
    hasMore: () => begun < texts.length,
    step: async () => {
      const index = begun
      begun += 1
      // Safe: stepped only while there are more.
      encoded[index] = await encode(texts[index] as Text, kind)
      done += 1
      return done === texts.length
    },
    finish: () => resolve(encoded),
    fail: reject,
  }
}
