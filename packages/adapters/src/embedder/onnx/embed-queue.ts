import type { EncodeOptions, TextKind } from '@portal/service-kit/ports/embedder'

/** Texts to encode and how; an abort rejects with the signal's reason. */
export interface EncodeJob<Text, Encoded> {
  readonly texts: readonly Text[]
  readonly kind: TextKind
  readonly options: EncodeOptions | undefined
  readonly encode: (text: Text, kind: TextKind) => Promise<Encoded>
}

/** Queries, passages that somebody waits for, and all other passages. */
type Lane = 'query' | 'awaited' | 'passage'

/** A job whose types only its owner knows. */
interface QueuedJob {
  readonly lane: Lane
  readonly owner: number | undefined
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
  /** Passages that nobody waits for are sent only while there are fewer texts, all such. */
  readonly passages: number
}

/**
 * Feeds an encoder. Queries and passages that somebody waits for alternate by text, so that neither
 * starves, and overtake all passages that were not begun. Of both, organizations take turns, and of
 * one's, awaited jobs are served in order. Others take turns by text, so that a long document does
 * not delay a short one. A failing text rejects only its own job.
 */
export function embedQueue(limits: QueueLimits) {
  const lanes: Readonly<Record<Lane, QueuedJob[]>> = { query: [], awaited: [], passage: [] }
  const begun: Record<Lane, number> = { query: 0, awaited: 0, passage: 0 }
  let urgent: 'query' | 'awaited' = 'query'
  /** When each owner of what is urgent had its latest turn, in turns. */
  const latest = new Map<QueuedJob['owner'], number>()
  let turns = 0

  function next(): QueuedJob | undefined {
    const isUrgent = begun.query + begun.awaited + lanes.query.length + lanes.awaited.length > 0
    if (!isUrgent) latest.clear()
    if (!isUrgent) return begun.passage < limits.passages ? lanes.passage.shift() : undefined
    if (begun.query + begun.awaited + begun.passage >= limits.all) return
    const other = urgent === 'query' ? 'awaited' : 'query'
    return nextOf(lanes[urgent]) ?? nextOf(lanes[other])
  }

  /** The first job of who has had no turn for the longest. */
  function nextOf(jobs: QueuedJob[]): QueuedJob | undefined {
    const turnOf = ({ owner }: QueuedJob) => latest.get(owner) ?? 0
    let [job] = jobs
    for (const each of jobs) if (job && turnOf(each) < turnOf(job)) job = each
    if (!job) return undefined
    jobs.splice(jobs.indexOf(job), 1)
    turns += 1
    latest.set(job.owner, turns)
    return job
  }

  function run(): void {
    for (let job = next(); job; job = next()) void step(job)
  }

  async function step(job: QueuedJob): Promise<void> {
    const { lane } = job
    begun[lane] += 1
    urgent = lane === 'query' ? 'awaited' : 'query'
    try {
      const stepped = job.step()
      if (job.hasMore()) lanes[lane][lane === 'awaited' ? 'unshift' : 'push'](job)
      if (await stepped) job.finish()
    } catch (error) {
      drop(job, error)
    }
    begun[lane] -= 1
    run()
  }

  function drop(job: QueuedJob, reason: unknown): void {
    const lane = lanes[job.lane]
    const index = lane.indexOf(job)
    if (index >= 0) lane.splice(index, 1)
    job.fail(reason)
  }

  return <Text, Encoded>(work: EncodeJob<Text, Encoded>): Promise<Encoded[]> =>
    new Promise((resolve, reject) => {
      const { texts, kind, options: { signal, isAwaited = false, organizationId: owner } = {} } = work
      if (signal?.aborted) return reject(signal.reason)
      if (texts.length === 0) return resolve([])
      const lane = kind === 'passage' && isAwaited ? 'awaited' : kind
      const job = queuedJob(work, { lane, owner, resolve, reject })
      signal?.addEventListener('abort', () => drop(job, signal.reason), { once: true })
      lanes[lane].push(job)
      run()
    })
}

interface QueuedAs<Encoded> extends Pick<PromiseWithResolvers<Encoded[]>, 'resolve' | 'reject'> {
  readonly lane: Lane
  readonly owner: QueuedJob['owner']
}

function queuedJob<Text, Encoded>(
  { texts, kind, encode }: EncodeJob<Text, Encoded>,
  { lane, owner, resolve, reject }: QueuedAs<Encoded>,
): QueuedJob {
  const encoded: Encoded[] = []
  let [begun, done] = [0, 0]
  return {
    ...{ lane, owner },
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
