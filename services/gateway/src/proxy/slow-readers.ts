/** How slowly clients may take responses; only time spent waiting for the client counts. */
export interface ReaderLimits {
  /** The longest pause. */
  readonly idleMs: number
  /** Time waited before the minimum rate applies. */
  readonly graceMs: number
  readonly bytesPerSecondMin: number
  /** How many responses of an upstream may be waiting for their clients at once. */
  readonly waitingMax: number
}

/** The same rate as for request bodies; most slots of an upstream stay free of slow readers. */
const defaults: ReaderLimits = {
  idleMs: 60_000,
  graceMs: 20_000,
  bytesPerSecondMin: 16 * 1024,
  waitingMax: 96,
}

const checkMs = 500
/** Quick clients are waited for as well, but never this long. */
const slowMs = 2000

/** One response, and how long it had to wait for its client. */
export class ResponseReader {
  readonly cut: () => void
  /** Bytes handed over so far. */
  bytes = 0
  #earlierMs = 0
  #since: number | null = null

  constructor(cut: () => void) {
    this.cut = cut
  }

  get idleMs(): number {
    return this.#since === null ? 0 : performance.now() - this.#since
  }

  get waitedMs(): number {
    return this.#earlierMs + this.idleMs
  }

  get bytesPerSecond(): number {
    return (this.bytes * 1000) / Math.max(1, this.waitedMs)
  }

  begin(): void {
    this.#since ??= performance.now()
  }

  end(): void {
    this.#earlierMs += this.idleMs
    this.#since = null
  }
}

/**
 * Watches the responses of an upstream that wait for their clients, because each occupies a slot:
 * those taken too slowly are cut, and if too many wait, the slowest one.
 */
export class SlowReaders {
  readonly #limits: ReaderLimits
  readonly #waiting = new Set<ResponseReader>()
  #timer: NodeJS.Timeout | null = null

  constructor(limits: Partial<ReaderLimits> = {}) {
    this.#limits = { ...defaults, ...limits }
  }

  /** The client is not reading. */
  waits(reader: ResponseReader): void {
    reader.begin()
    this.#waiting.add(reader)
    this.#timer ??= setInterval(() => this.#check(), checkMs).unref()
  }

  /** The client has read what was sent, or has left. */
  goesOn(reader: ResponseReader): void {
    reader.end()
    this.#waiting.delete(reader)
    if (this.#waiting.size > 0 || this.#timer === null) return
    clearInterval(this.#timer)
    this.#timer = null
  }

  #check(): void {
    const { idleMs, graceMs, bytesPerSecondMin, waitingMax } = this.#limits
    for (const reader of this.#waiting) {
      const isSlow = reader.waitedMs > graceMs && reader.bytesPerSecond < bytesPerSecondMin
      if (isSlow || reader.idleMs > idleMs) this.#cut(reader)
    }
    const excess = this.#waiting.size - waitingMax
    if (excess <= 0) return
    const slow = [...this.#waiting].filter(({ waitedMs }) => waitedMs > slowMs)
    slow.sort((a, b) => a.bytesPerSecond - b.bytesPerSecond)
    for (const reader of slow.slice(0, excess)) this.#cut(reader)
  }

  #cut(reader: ResponseReader): void {
    this.goesOn(reader)
    reader.cut()
  }
}
