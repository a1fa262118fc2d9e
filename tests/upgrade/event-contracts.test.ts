import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { workspaceRoot } from '@portal/build/build-plan'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { checkOutRelease } from './check-out-release.ts'
import { readReleases } from './releases.ts'
import { samplesOf } from './samples-of-schema.ts'

const program = fileURLToPath(new URL('./contracts-process.fixture.ts', import.meta.url))
const samplesEach = 40

interface Sample {
  readonly type: string
  readonly data: unknown
}

/** The contracts of a release, in a process of their own. */
function openContracts(checkout: string) {
  const child = fork(program, [checkout], { execArgv: [] })
  const ask = async (message: readonly Sample[] | 'schemas'): Promise<unknown> => {
    child.send(message)
    const [answer] = await once(child, 'message')
    return answer
  }
  return {
    schemas: async () => z.array(z.tuple([z.string(), z.unknown()])).parse(await ask('schemas')),
    /** What is wrong with each; null: the event is not known. */
    check: async (samples: readonly Sample[]) => z.array(z.string().nullable()).parse(await ask(samples)),
    stop: () => child.kill(),
  }
}
type Contracts = ReturnType<typeof openContracts>

let releases: Readonly<Record<'last' | 'next', Contracts>>

beforeAll(async () => {
  const { last } = await readReleases()
  releases = { last: openContracts(await checkOutRelease(last)), next: openContracts(workspaceRoot) }
}, 600_000)

afterAll(() => {
  for (const contracts of Object.values(releases ?? {})) contracts.stop()
})

/** Events as a release may emit them: some of each. */
async function emittedBy(contracts: Contracts): Promise<Sample[]> {
  const schemas = await contracts.schemas()
  const drawn = schemas.flatMap(([type, schema]) =>
    fc.sample(samplesOf(schema), { numRuns: samplesEach, seed: 7 }).map((data) => ({ type, data })),
  )
  const verdicts = await contracts.check(drawn)
  const emitted = drawn.filter((_, at) => verdicts[at] === '')
  const kinds = new Set(emitted.map(({ type }) => type))
  expect(schemas.map(([type]) => type).filter((type) => !kinds.has(type))).toEqual([])
  expect(kinds.size).toBeGreaterThan(50)
  return emitted
}

it.each([
  ['the last release understands every event of this one that it knows', 'next', 'last'],
  ['this release understands every event of the last one', 'last', 'next'],
] as const)('%s', async (_, from, to) => {
  const emitted = await emittedBy(releases[from])
  const verdicts = await releases[to].check(emitted)
  const faults = emitted.flatMap(({ type, data }, at) => {
    const verdict = verdicts[at] ?? null
    // The last release goes past what is new.
    const isFine = verdict === '' || (verdict === null && to === 'last')
    return isFine ? [] : [{ type, data, verdict }]
  })
  expect(faults).toEqual([])
})
