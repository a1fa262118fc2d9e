import type { estypes } from '@elastic/elasticsearch'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { backoff, sleep } from '@portal/service-kit/sleep'
import { inBatches } from '../../in-batches.ts'
import type { EngineClient } from './engine-client.ts'
import { type EngineError, statedError, statusError } from './engine-failure.ts'
import type { PassageDocument } from './passage-document.ts'

/** Request limits: large enough to be fast, small enough for an engine with little memory. */
const passagesMax = 400
const charactersMax = 4 * 1024 * 1024
const attemptsMax = 6
const pauses = { firstMs: 150, maxMs: 3200 }

/** Writes passages, visibly; idempotent by id. Items refused with 429 or 503 are retried. */
export async function bulkPassages(
  engine: EngineClient,
  target: { readonly index: string; readonly routing: string },
  passages: readonly PassageDocument[],
): Promise<void> {
  const limits = { costOf: charactersOf, costMax: charactersMax, itemsMax: passagesMax }
  const parts = inBatches(passages, limits)
  for (const [at, part] of parts.entries()) {
    // The last part's refresh covers the earlier ones: same shard.
    await sendUntilTaken(engine, { ...target, refresh: at === parts.length - 1 }, part)
  }
}

async function sendUntilTaken(
  engine: EngineClient,
  target: estypes.BulkRequest,
  passages: readonly PassageDocument[],
): Promise<void> {
  let left = passages
  for (let attempt = 1; ; attempt++) {
    const refused = await send(engine, target, left)
    if (refused.length === 0) return
    const fatal = refused.find(({ error }) => !isBusy(error))
    if (fatal) throw statusError(fatal.error)
    if (attempt === attemptsMax) throw new EngineUnavailable('Elasticsearch is overloaded.', 5)
    left = refused.map(({ passage }) => passage)
    await sleep(backoff(attempt, pauses))
  }
}

/** Resolves to the refused passages. */
async function send(engine: EngineClient, target: estypes.BulkRequest, passages: readonly PassageDocument[]) {
  const operations = passages.flatMap((passage) => [
    { index: { _id: `${passage.edition}:${passage.passage}` } },
    passage,
  ])
  const { items } = await engine.call('write', (client) => client.bulk({ ...target, operations }))
  return passages.flatMap((passage, at) => {
    const { status = 500, error } = items[at]?.index ?? {}
    return error ? [{ passage, error: statedError(status, error) }] : []
  })
}

function isBusy({ status, type }: EngineError): boolean {
  return (status === 429 && type !== 'cluster_block_exception') || status === 503
}

function charactersOf({ body, pairs, heading, vector }: PassageDocument): number {
  return body.length + pairs.length + heading.length + 12 * vector.length
}
