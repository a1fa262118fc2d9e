import type { estypes } from '@elastic/elasticsearch'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { backoff, sleep } from '@portal/service-kit/sleep'
import type { EngineClient } from './engine-client.ts'
import { type EngineError, statedError, statusError } from './engine-failure.ts'
import type { PassageDocument } from './passage-document.ts'

/** Request limits: large enough to be fast, small enough for an engine with little memory. */
const passagesMax = 400
const charactersMax = 4 * 1024 * 1024
const attemptsMax = 6
const pauses = { firstMs: 150, maxMs: 3200 }

/** Target of passages: the shard of one organization. */
export interface BulkTarget {
  readonly index: string
  readonly routing: string
}

/** Writes passages, visibly; idempotent by id. Items refused with 429 or 503 are retried. */
export async function bulkPassages(
  engine: EngineClient,
  target: BulkTarget,
  passages: readonly PassageDocument[],
): Promise<void> {
  const parts = inParts(passages)
  for (const [at, part] of parts.entries()) {
    await sendUntilTaken(engine, target, { passages: part, isLast: at === parts.length - 1 })
  }
}

interface Part {
  readonly passages: readonly PassageDocument[]
  /** The last part's refresh covers the earlier ones: same shard. */
  readonly isLast: boolean
}

async function sendUntilTaken(engine: EngineClient, target: BulkTarget, part: Part): Promise<void> {
  let left = part.passages
  for (let attempt = 1; ; attempt++) {
    const refused = await send(engine, target, { ...part, passages: left })
    if (refused.length === 0) return
    const fatal = refused.find(({ error }) => !isBusy(error))
    if (fatal) throw statusError(fatal.error)
    if (attempt === attemptsMax) throw new EngineUnavailable('Elasticsearch is overloaded.', 5)
    left = refused.map(({ passage }) => passage)
    await sleep(backoff(attempt, pauses))
  }
}

interface Refused {
  readonly passage: PassageDocument
  readonly error: EngineError
}

async function send(
  engine: EngineClient,
  { index, routing }: BulkTarget,
  { passages, isLast }: Part,
): Promise<Refused[]> {
  const operations = passages.flatMap((passage) => [
    { index: { _id: `${passage.edition}:${passage.passage}` } },
    passage,
  ])
  const { errors, items } = await engine.call('write', (client, options) =>
    client.bulk({ index, routing, refresh: isLast, operations }, options),
  )
  if (!errors) return []
  return items.flatMap((item, at) => {
    const error = itemError(item)
    const passage = passages[at]
    return error && passage ? [{ passage, error }] : []
  })
}

function itemError(item: Partial<Record<string, estypes.BulkResponseItem>>): EngineError | undefined {
  const { status = 500, error } = item.index ?? {}
  return error ? statedError(status, error) : undefined
}

function isBusy({ status, type }: EngineError): boolean {
  return (status === 429 && type !== 'cluster_block_exception') || status === 503
}

/** A passage longer than a part is sent alone. */
function inParts(passages: readonly PassageDocument[]): PassageDocument[][] {
  const parts: PassageDocument[][] = []
  let characters = Number.POSITIVE_INFINITY
  for (const passage of passages) {
    const size =
      passage.body.length + passage.pairs.length + passage.heading.length + 12 * passage.vector.length
    const part = parts.at(-1)
    if (part && part.length < passagesMax && characters + size <= charactersMax) {
      part.push(passage)
      characters += size
    } else {
      parts.push([passage])
      characters = size
    }
  }
  return parts
}
