import { notesMigrations } from '@portal/testkit/notes-migrations'
import { createTestDatabase } from '@portal/testkit/test-database'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from './open-database.ts'

async function openSmallDatabase() {
  const { urls, drop } = await createTestDatabase(notesMigrations)
  onTestFinished(drop)
  const database = openDatabase({ urls, name: 'test', appConnections: 1, platformConnections: 1 })
  onTestFinished(() => database.close())
  return database
}
type Database = Awaited<ReturnType<typeof openSmallDatabase>>
type Transact = (database: Database, organizationId: number, run: () => Promise<void>) => Promise<void>

it.each<[string, Transact]>([
  ['in their own role', ({ tenantTx }, organizationId, run) => tenantTx(organizationId, run)],
  ['in that of the platform', ({ platformTx }, about, run) => platformTx(run, { about })],
])(
  'transactions of an organization keep others waiting for one of them, not for all: %s',
  async (_, transact) => {
    const database = await openSmallDatabase()
    const order: string[] = []
    const begun = (organizationId: number, name: string) =>
      transact(database, organizationId, async () => void order.push(name))
    const held = Promise.withResolvers<void>()
    const first = transact(database, 1, () => held.promise)
    const crowd = ['second', 'third', 'fourth'].map((name) => begun(1, name))
    const others = [begun(2, 'of another'), begun(3, 'of a third'), begun(2, 'another of it')]
    held.resolve()
    await Promise.all([first, ...crowd, ...others])
    expect(order).toEqual(['of another', 'of a third', 'second', 'another of it', 'third', 'fourth'])
  },
)
