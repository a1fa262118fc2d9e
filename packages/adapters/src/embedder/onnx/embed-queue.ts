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
export class EmbedQueue {
  readonly #encode: Encode
  readonly #lanes: Readonly<Record<Kind, Job[]>> = { query: [], passage: [] }
  #isRunning = false

  constructor(encode: Encode) {
    this.#encode = encode
  }

  add(texts: readonly string[], kind: Kind, signal?: AbortSignal): Promise<Float32Array[]> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      if (texts.length === 0) return resolve([])
      const job: Job = { texts, kind, vectors: [], resolve, reject }
      signal?.addEventListener('abort', () => this.#drop(job, signal.reason), { once: true })
      this.#lanes[kind].push(job)
      void this.#run()
    })
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    const { query, passage } = this.#lanes
    for (let job = query[0] ?? passage[0]; job; job = query[0] ?? passage[0]) await this.#step(job)
    this.#isRunning = false
  }

  async #step(job: Job): Promise<void> {
    try {
      job.vectors.push(await this.#encode({ text: job.texts[job.vectors.length] ?? '', kind: job.kind }))
    } catch (error) {
      this.#drop(job, error)
      return
    }
    if (!this.#remove(job)) return
    if (job.vectors.length === job.texts.length) job.resolve(job.vectors)
    else this.#lanes[job.kind].push(job)
  }

  #drop(job: Job, reason: unknown): void {
    this.#remove(job)
    job.reject(reason)
  }

  #remove(job: Job): boolean {
    const lane = this.#lanes[job.kind]
    const index = lane.indexOf(job)
    if (index >= 0) lane.splice(index, 1)
    return index >= 0
  }
}
