import { errors } from '@elastic/elasticsearch'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import type { EngineClient } from './engine-client.ts'
import { IndexMissing } from './engine-failure.ts'
import { type Generation, generationOf, generationShape } from './index-templates.ts'

/** Schedules rewriting every document; resolves when that is certain to happen. */
type Refill = () => Promise<void>

/** The generation in use, recreated when the engine turns out to have lost it. */
export class KeptGeneration {
  readonly #engine: EngineClient
  #prepared: { readonly generation: Generation; readonly refill: Refill | undefined } | undefined
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
    const state = await this.#ensure(generation)
    this.#prepared = { generation, refill }
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

  /** Removes all other generations, unless some document is findable only through them. */
  async removeOthers(generation: Generation): Promise<void> {
    const { stale } = await countDocuments(this.#engine, generation)
    if (stale === 0) await removeOtherGenerations(this.#engine, generation)
  }

  /** `rebuild` if documents must be written: made for another generation, unknown, or lost. */
  async #ensure(generation: Generation): Promise<'ready' | 'rebuild'> {
    const { known, stale } = await countDocuments(this.#engine, generation)
    const isNew = await ensureGeneration(this.#engine, generation)
    if (stale === 0) await removeOtherGenerations(this.#engine, generation)
    this.#times += 1
    this.#isMissing = false
    return stale > 0 || known === 0 || isNew ? 'rebuild' : 'ready'
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
    const state = await this.#ensure(generation)
    this.#isUnfilled = state === 'rebuild' && refill !== undefined
  }

  async #fillNow(): Promise<void> {
    await this.#prepared?.refill?.()
    this.#isUnfilled = false
  }
}

/** Creates a generation's index; false if it exists. */
function ensureGeneration(engine: EngineClient, generation: Generation): Promise<boolean> {
  const index = engine.generation(generation)
  const shape = generationShape(engine, generation)
  return engine.call('write', async (client) => {
    try {
      await client.indices.create({ index, aliases: { [engine.passages]: {} }, ...shape })
      return true
    } catch (error) {
      const isThere =
        error instanceof errors.ResponseError && error.message.includes('resource_already_exists_exception')
      if (!isThere) throw error
      return false
    }
  })
}

/** Documents in total, and those findable only through another generation. */
function countDocuments(engine: EngineClient, { key }: Generation) {
  const index = engine.records
  const known = [{ exists: { field: 'generation' } }]
  const stale = [...known, { range: { passages: { gt: 0 } } }]
  const other = [{ term: { generation: key } }]
  return engine.call('write', async (client) => {
    await client.indices.refresh({ index })
    const all = await client.count({ index, query: { bool: { filter: known } } })
    const left = await client.count({ index, query: { bool: { filter: stale, must_not: other } } })
    return { known: all.count, stale: left.count }
  })
}

/** The other generations must hold no current passages. */
function removeOtherGenerations(engine: EngineClient, generation: Generation): Promise<void> {
  return engine.call('write', async (client) => {
    const present = await client.indices.getAlias({ name: engine.passages })
    const others = Object.keys(present).filter((index) => index !== engine.generation(generation))
    if (others.length > 0) await client.indices.delete({ index: others, ignore_unavailable: true })
  })
}
