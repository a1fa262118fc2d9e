/** Names and values that tell series of one metric apart; few different values, never ids. */
export type Labels = Readonly<Record<string, string>>
type LabelsOf<Name extends string> = { readonly [Label in Name]: string }

/** One value as it is exposed. `suffix` is appended to the metric's name, as `_bucket`. */
export interface Sample {
  readonly suffix: string
  readonly labels: Labels
  readonly value: number
}

/** A metric: names are in base units, as `…_seconds`; each of its series has all of the labels. */
interface Declaration<Name extends string = string> {
  readonly name: string
  readonly help: string
  readonly labels: readonly Name[]
}

/** A metric of a part, whether or not it has samples yet. */
export interface DeclaredMetric extends Declaration {
  readonly type: 'counter' | 'gauge' | 'histogram'
}

/** A metric with its samples at this moment. */
export interface Family extends DeclaredMetric {
  readonly samples: readonly Sample[]
}

/** A count that only grows. */
export class Count {
  value = 0

  add(by = 1): void {
    this.value += by
  }
}

/** Upper bounds of buckets, in seconds: from a cached read to an answer of a slow model. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** How long something took, in seconds, counted in buckets. */
export class Durations {
  readonly #buckets = new Float64Array(bounds.length + 1)
  sum = 0
  max = 0

  observe(seconds: number): void {
    let at = 0
    while (at < bounds.length && seconds > (bounds[at] ?? 0)) at += 1
    this.#buckets[at] = (this.#buckets[at] ?? 0) + 1
    this.sum += seconds
    if (seconds > this.max) this.max = seconds
  }

  get count(): number {
    return this.#buckets.reduce((sum, one) => sum + one, 0)
  }

  /** The bound below which this share (0 to 1) of them are; above the last one, the longest. */
  quantile(share: number): number {
    const wanted = share * this.count
    let passed = 0
    for (const [at, one] of this.#buckets.entries()) {
      passed += one
      if (passed >= wanted) return Math.min(bounds[at] ?? this.max, this.max)
    }
    return this.max
  }

  samples(labels: Labels): Sample[] {
    let passed = 0
    const buckets = [...bounds.map(String), '+Inf'].map((le, at) => {
      passed += this.#buckets[at] ?? 0
      return { suffix: '_bucket', labels: { ...labels, le }, value: passed }
    })
    return [
      ...buckets,
      { suffix: '_sum', labels, value: this.sum },
      { suffix: '_count', labels, value: passed },
    ]
  }
}

/** Series of one metric by their labels, each made on first use. */
export class Series<One, Name extends string = string> {
  readonly #make: () => One
  readonly #all = new Map<string, { readonly labels: Labels; readonly one: One }>()

  constructor(make: () => One) {
    this.#make = make
  }

  /** Keep what it returns where it is used often: looking it up costs more than counting. */
  of(labels: LabelsOf<Name>): One {
    const key = Object.values(labels).join('\n')
    const known = this.#all.get(key)
    if (known) return known.one
    const made = { labels, one: this.#make() }
    this.#all.set(key, made)
    return made.one
  }

  get entries(): readonly { readonly labels: Labels; readonly one: One }[] {
    return [...this.#all.values()]
  }
}

interface Source {
  readonly metric: DeclaredMetric
  readonly samples: () => readonly Sample[] | Promise<readonly Sample[]>
}

/** The metrics of one part of the portal. */
export class Metrics {
  readonly #sources: Source[] = []

  /** Counters, by labels. The name ends in `_total`. */
  counters<Name extends string>(metric: Declaration<Name>): Series<Count, Name> {
    const series = new Series<Count, Name>(() => new Count())
    const samples = () => series.entries.map(({ labels, one }) => ({ suffix: '', labels, value: one.value }))
    this.#sources.push({ metric: { ...metric, type: 'counter' }, samples })
    return series
  }

  /** Durations, by labels. The name ends in `_seconds`. */
  durations<Name extends string>(metric: Declaration<Name>): Series<Durations, Name> {
    const series = new Series<Durations, Name>(() => new Durations())
    const samples = () => series.entries.flatMap(({ labels, one }) => one.samples(labels))
    this.#sources.push({ metric: { ...metric, type: 'histogram' }, samples })
    return series
  }

  /** Values that are read when somebody asks. Without samples when reading them fails. */
  gauge<Name extends string>(
    metric: Declaration<Name>,
    read: () => Promise<readonly (readonly [LabelsOf<NoInfer<Name>>, number])[]>,
  ): void {
    const samples = async () => {
      const values = await read().catch(() => [])
      return values.map(([labels, value]) => ({ suffix: '', labels, value }))
    }
    this.#sources.push({ metric: { ...metric, type: 'gauge' }, samples })
  }

  /** Every metric, with or without samples. */
  get declared(): readonly DeclaredMetric[] {
    return this.#sources.map(({ metric }) => metric)
  }

  /** Every metric with its samples now. */
  read(): Promise<Family[]> {
    return Promise.all(
      this.#sources.map(async ({ metric, samples }) => ({ ...metric, samples: await samples() })),
    )
  }
}
