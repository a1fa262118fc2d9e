import { proxiedServices } from '@portal/contracts/services'
import { migrate } from '@portal/service-kit/database/migrate'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { createTestDatabase } from '@portal/testkit/test-database'
import { expect, it, onTestFinished } from 'vitest'
import { loadDefinition, loadMigrations, loadStart } from './load-part.ts'
import { processNames } from './topology.ts'

it.each(proxiedServices)('%s is defined in the folder of its name', async (name) => {
  const definition = await loadDefinition(name)
  expect(definition).toMatchObject({ name, consumers: expect.any(Array), jobs: expect.any(Array) })
})

it.each(processNames)('%s can be started', async (name) => {
  expect(await loadStart(name)).toBeTypeOf('function')
})

it.each(processNames)('%s starts again without changing, and so locking, a table', async (name) => {
  const migrations = await loadMigrations(name)
  const { urls, drop } = await createTestDatabase(migrations)
  onTestFinished(drop)
  const database = openDatabase({ urls, name: 'test' })
  onTestFinished(() => database.close())
  const versions = () =>
    database.platformTx((db) =>
      db.execute(`select relname as name, xmin::text from pg_class where relnamespace = 'public'::regnamespace
        and relkind in ('r', 'p') union all select oid::text, xmin::text from pg_policy order by 1`),
    )
  const before = await versions()
  await migrate(urls, migrations)
  expect(await versions()).toEqual(before)
})
