import { errors } from '@elastic/elasticsearch'
import type { EngineClient } from './engine-client.ts'
import type { Generation } from './index-names.ts'
import { generationShape } from './index-templates.ts'

/** Creates a generation's index if missing and returns what it created. */
export async function ensureGeneration(engine: EngineClient, generation: Generation): Promise<string[]> {
  const index = engine.names.generation(generation.key)
  return await engine.call('write', async (client, options) => {
    try {
      await client.indices.create(
        { index, aliases: { [engine.names.passages]: {} }, ...generationShape(generation, engine.size) },
        options,
      )
      return [index]
    } catch (error) {
      const isThere =
        error instanceof errors.ResponseError && error.message.includes('resource_already_exists_exception')
      if (!isThere) throw error
      return []
    }
  })
}

/**
 * Ensures that a generation exists and says whether documents must be written: made for another
 * one, unknown, or missing although documents exist. Throws {@link IndexMissing} before
 * provisioning.
 */
export async function prepareGeneration(
  engine: EngineClient,
  generation: Generation,
): Promise<'ready' | 'rebuild'> {
  const { known, stale } = await countDocuments(engine, generation)
  const made = await ensureGeneration(engine, generation)
  if (stale === 0) await removeOtherGenerations(engine, generation)
  return stale > 0 || known === 0 || made.length > 0 ? 'rebuild' : 'ready'
}

/** Documents in total, and those findable only through another generation. */
export async function countDocuments(
  engine: EngineClient,
  generation: Generation,
): Promise<{ readonly known: number; readonly stale: number }> {
  const index = engine.names.records
  const known = [{ exists: { field: 'generation' } }]
  const stale = [...known, { range: { passages: { gt: 0 } } }]
  const other = [{ term: { generation: generation.key } }]
  return await engine.call('write', async (client, options) => {
    await client.indices.refresh({ index }, options)
    const all = await client.count({ index, query: { bool: { filter: known } } }, options)
    const left = await client.count({ index, query: { bool: { filter: stale, must_not: other } } }, options)
    return { known: all.count, stale: left.count }
  })
}

/** Removes all other generations; they must hold no current passages. */
export async function removeOtherGenerations(engine: EngineClient, generation: Generation): Promise<void> {
  const own = engine.names.generation(generation.key)
  await engine.call('write', async (client, options) => {
    const present = await client.indices.getAlias({ name: engine.names.passages }, options)
    const others = Object.keys(present).filter((index) => index !== own)
    if (others.length > 0) await client.indices.delete({ index: others, ignore_unavailable: true }, options)
  })
}
