import { deletionRequested } from '@portal/testkit/deletion-requested'
import { rowsOf } from '@portal/testkit/organization-rows'
import {
  furnish,
  type PurgedService,
  patience,
  startPurgedService,
  untilNothingIsLeft,
} from '@portal/testkit/purged-service'
import { said, sentenceConsumer, sentences } from '@portal/testkit/spoken-words'
import { threeTimesShuffled } from '@portal/testkit/three-times-shuffled'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../database/open-database.ts'
import { consumersOf } from '../define-service.ts'
import { handlingOf } from '../inbox/consumers.ts'
import { receive } from '../inbox/receive.ts'
import { createLogger } from '../logger.ts'
import type { TenantStore } from '../ports/tenant-store.ts'
import { tombstones } from '../tables.ts'
import { uuidV7 } from '../uuid-v7.ts'
import { purgeJob } from './purge-organization.ts'

const log = createLogger({ service: 'chat', level: 'silent' })
let service: PurgedService
beforeAll(async () => {
  service = await startPurgedService()
})
afterAll(() => service.stop())

let organizations = 0
const nextOrganization = () => {
  organizations += 1
  return organizations
}
const reportsOf = (organizationId: number) =>
  service.reports.filter((report) => report.organizationId === organizationId)

class Crash extends Error {}

/** Where a process dies: at its n-th step, before its effect or after an unacknowledged commit. */
interface Death {
  readonly step: number
  readonly when: 'before' | 'after'
}

/** The database and engine of a process that dies; `steps` counts its steps. */
function dying(death: Death) {
  let steps = 0
  const step = async <T>(run: () => Promise<T>): Promise<T> => {
    steps += 1
    if (steps > death.step) throw new Crash()
    if (steps === death.step && death.when === 'before') throw new Crash()
    const result = await run()
    if (steps === death.step) throw new Crash()
    return result
  }
  const { database, things } = service
  const mortal: Database = {
    ...database,
    platformTx: (run, scope) => step(() => database.platformTx(run, scope)),
    purgeTx: (organizationId, run) => step(() => database.purgeTx(organizationId, run)),
  }
  const engine: TenantStore = {
    holds: things.holds,
    countOf: (organizationId) => step(() => things.countOf(organizationId)),
    purge: (organizationId) => step(() => things.purge(organizationId)),
  }
  return { database: mortal, ports: { engine } }
}

async function purge(organizationId: number, parts: { database: Database; ports: unknown }): Promise<void> {
  const job = purgeJob({ service: 'chat', ...parts })
  const signal = new AbortController().signal
  const tx = () => Promise.reject(new Error('A purge has transactions of its own.'))
  await job.run({
    organizationId,
    payload: {},
    attempt: 1,
    signal,
    ports: {},
    log,
    tx,
    progress: () => undefined,
    continueLater: () => undefined,
  })
}

test('a purge that dies at any step, before or after its effect, goes on to the same end with the same counts', async () => {
  const other = nextOrganization()
  await furnish(service, other, 10)
  const before = await rowsOf(service.database, other)
  let steps = 0
  for (let isAlive = false; !isAlive; ) {
    steps += 1
    for (const when of ['before', 'after'] as const) {
      const doomed = nextOrganization()
      const expected = await furnish(service, doomed, 510)
      await service.database.platformTx((db) => db.insert(tombstones).values({ organizationId: doomed }))
      const first = purge(doomed, dying({ step: steps, when })).then(
        () => 'done',
        (error: unknown) => error,
      )
      isAlive = (await first) === 'done'
      await purge(doomed, { database: service.database, ports: { things: service.things } })
      await untilNothingIsLeft(service, doomed)
      await vi.waitFor(() => expect(reportsOf(doomed)).toEqual([expected]), patience)
    }
  }
  // At least one per table and engine.
  expect(steps).toBeGreaterThan(20)
  expect(await rowsOf(service.database, other)).toEqual(before)
}, 240_000)

test('events of a deleted organization, three times and shuffled around its deletion, bring nothing back; those of another have their effect', async () => {
  const { database } = service
  const consumers = consumersOf({ consumers: [sentenceConsumer('team')] })
  const handling = handlingOf({ service: 'chat', consumers, database, log })
  const lists = fc.array(
    fc.record({
      isDoomed: fc.boolean(),
      word: fc.constantFrom('a', 'b', 'c'),
      draws: fc.array(fc.nat(), { minLength: 3, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  const property = fc.asyncProperty(
    lists,
    fc.array(fc.nat(), { minLength: 3, maxLength: 3 }),
    async (list, draws) => {
      const [doomed, other, ordered] = [nextOrganization(), nextOrganization(), nextOrganization()]
      const subject = uuidV7()
      const drawn = list.map(({ isDoomed, word, draws }) => ({
        event: said('team', { organizationId: isDoomed ? doomed : other, subject, word }),
        draws,
      }))
      const all = [...drawn, { event: deletionRequested(doomed), draws }]
      for (const event of threeTimesShuffled(all)) {
        await receive(handling, event)
        if (event.source === 'team') continue
        await vi.waitFor(() => expect(reportsOf(doomed)).not.toEqual([]), patience)
      }
      for (const { isDoomed, word } of list)
        if (!isDoomed) await receive(handling, said('team', { organizationId: ordered, subject, word }))
      await untilNothingIsLeft(service, doomed)
      expect(await sentences(database, other)).toEqual(await sentences(database, ordered))
    },
  )
  await fc.assert(property, { numRuns: 15 })
}, 240_000)
