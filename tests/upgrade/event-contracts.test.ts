import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { declaredEvents, eventSchemas } from './declared-events.ts'
import { eventsFile, readReleases } from './releases.ts'
import { samplesOf } from './samples-of-schema.ts'

const samplesEach = 40

interface Sample {
  readonly type: string
  readonly data: unknown
}

/** The events of a release. */
interface Contracts {
  readonly schemas: Readonly<Record<string, unknown>>
  readonly checks: ReadonlyMap<string, z.ZodType>
}

let releases: Readonly<Record<'last' | 'next', Contracts>>

beforeAll(async () => {
  const { last } = await readReleases()
  const kept = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(await readFile(eventsFile(last.version), 'utf8')))
  // Safe: zod wrote them as JSON Schemas.
  const read = ([type, schema]: [string, unknown]) =>
    [type, z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])] as const
  const declared = [...(await declaredEvents())].map(([type, { data }]) => [type, data] as const)
  releases = {
    last: { schemas: kept, checks: new Map(Object.entries(kept).map(read)) },
    next: { schemas: await eventSchemas(), checks: new Map(declared) },
  }
})

/** What is wrong with an event; null: it is not known. */
function fault({ checks }: Contracts, { type, data }: Sample): string | null {
  const check = checks.get(type)
  return check ? (check.safeParse(data).error?.message ?? '') : null
}

/** Events as a release may emit them: some of each. */
function emittedBy(contracts: Contracts): Sample[] {
  const drawn = Object.entries(contracts.schemas).flatMap(([type, schema]) =>
    fc.sample(samplesOf(schema), { numRuns: samplesEach, seed: 7 }).map((data) => ({ type, data })),
  )
  const emitted = drawn.filter((sample) => fault(contracts, sample) === '')
  const kinds = new Set(emitted.map(({ type }) => type))
  expect(Object.keys(contracts.schemas).filter((type) => !kinds.has(type))).toEqual([])
  expect(kinds.size).toBeGreaterThan(50)
  return emitted
}

it.each([
  ['the last release understands every event of this one that it knows', 'next', 'last'],
  ['this release understands every event of the last one', 'last', 'next'],
] as const)('%s', (_, from, to) => {
  const faults = emittedBy(releases[from]).flatMap((sample) => {
    const found = fault(releases[to], sample)
    // The last release goes past what is new.
    const isFine = found === '' || (found === null && to === 'last')
    return isFine ? [] : [{ ...sample, found }]
  })
  expect(faults).toEqual([])
})
