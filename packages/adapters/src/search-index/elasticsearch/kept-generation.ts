import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import type { EngineClient } from './engine-client.ts'
import { IndexMissing } from './engine-failure.ts'
import { prepareGeneration } from './generations.ts'
import { type Generation, generationOf } from './index-names.ts'

/** Schedules rewriting every document; resolves when that is certain to happen. */
export type Refill = () => Promise<void>

interface Prepared {
  readonly generation: Generation
  readonly refill: Refill | undefined
}

/** The generation in use, recreated when the engine turns out to have lost it. */
export class KeptGeneration {
  readonly #engine: EngineClient
  #prepared: Prepared | undefined
  /** Counts preparations, so that concurrent calls handle a loss once. */
  #times = 0
  #isMissing = false
  #isUnfilled = false
  #making: Promise<void> | undefined
  #filling: Promise<void> | undefined

  constructor(engine: EngineClient) {
    this.#engine = engine
  }

  get generation(): Generation | undefined {
    return this.#prepared?.generation
  }

  async prepare(encoder: Omit<Generation, 'key'>, refill: Refill | undefined): Promise<'ready' | 'rebuild'> {
    const generation = generationOf(encoder)
    const state = await prepareGeneration(this.#engine, generation)
    this.#prepared = { generation, refill }
    this.#times += 1
    this.#isMissing = false
    return state
  }

  /** Does the work, once more after recreating a missing index. Throws IndexMissing. */
  async use<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isMissing) await this.#makeOnce()
    const times = this.#times
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof IndexMissing) || !this.#prepared) throw error
      if (this.#times === times) {
        this.#isMissing = true
        await this.#makeOnce()
      }
      return await work()
    }
  }

  /** After a loss, schedules rewriting once; says whether it did now. */
  async fill(): Promise<boolean> {
    if (!this.#isUnfilled) return false
    this.#filling ??= this.#fillNow().finally(() => {
      this.#filling = undefined
    })
    await this.#filling
    return true
  }

  /** The same for writers, which may proceed: a refill itself writes. */
  async fillForWriters(): Promise<void> {
    if (!this.#filling) await this.fill()
  }

  /** Throws on a loss: a response would claim that nothing was found. */
  async assertFilled(): Promise<void> {
    if (await this.fill())
      throw new EngineUnavailable('Elasticsearch had lost the search index, which is being filled again.', 5)
  }

  #makeOnce(): Promise<void> {
    this.#making ??= this.#makeNow().finally(() => {
      this.#making = undefined
    })
    return this.#making
  }

  async #makeNow(): Promise<void> {
    if (!this.#prepared) return
    const { generation, refill } = this.#prepared
    const state = await prepareGeneration(this.#engine, generation)
    this.#times += 1
    this.#isMissing = false
    this.#isUnfilled = state === 'rebuild' && refill !== undefined
  }

  async #fillNow(): Promise<void> {
    await this.#prepared?.refill?.()
    this.#isUnfilled = false
  }
}
