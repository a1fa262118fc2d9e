import type { Embedder } from '@portal/service-kit/ports/embedder'
import type { EncodeRequest } from './onnx-process.ts'

type Kind = EncodeRequest['kind']
type Encode = (request: EncodeRequest) => Promise<Float32Array>

interface Job {
  readonly texts: readonly string[]
  readonly kind: Kind
  readonly vectors: Float32Array[]
  readonly resolve: (vectors: Float32Array[]) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Feeds an encoder that takes one text at a time. Queries overtake passages after at most one text;
 * passage jobs take turns by text, so that a long document does not delay a short one. A failing
 * text rejects only its own job.
 */
export function embedQueue(encode: Encode): Embedder['embed'] {
  const lanes: Readonly<Record<Kind, Job[]>> = { query: [], passage: [] }
  const next = () => lanes.query[0] ?? lanes.passage[0]
  let isRunning = false

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    for (let job = next(); job; job = next()) await step(job)
    isRunning = false
  }

  async function step(job: Job): Promise<void> {
    const { texts, kind, vectors } = job
    try {
      vectors.push(await encode({ text: texts[vectors.length] ?? '', kind }))
    } catch (error) {
      return drop(job, error)
    }
    if (!remove(job)) return
    if (vectors.length === texts.length) job.resolve(vectors)
    else lanes[kind].push(job)
  }

  function drop(job: Job, reason: unknown): void {
    remove(job)
    job.reject(reason)
  }

  function remove(job: Job): boolean {
    const lane = lanes[job.kind]
    const index = lane.indexOf(job)
    if (index >= 0) lane.splice(index, 1)
    return index >= 0
  }

  return (texts, kind, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      if (texts.length === 0) return resolve([])
      const job: Job = { texts, kind, vectors: [], resolve, reject }
      signal?.addEventListener('abort', () => drop(job, signal.reason), { once: true })
      lanes[kind].push(job)
      void run()
    })
}
