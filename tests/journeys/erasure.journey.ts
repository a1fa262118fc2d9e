import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findEmbeddedPostgres } from '@portal/adapters/embedded-postgres/embedded-postgres'
import { auditApi } from '@portal/contracts/audit'
import { chatApi } from '@portal/contracts/chat'
import { type Client, createClient } from '@portal/contracts/client'
import { erasureApi, profileApi } from '@portal/contracts/erasure'
import { masterApi } from '@portal/contracts/master-admin'
import { copyDemo } from '@portal/deploy/seed/demo-folder.fixture'
import { postgresFolder, removeDataFolder } from '@portal/deploy/standalone/data-folder'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { cookieFetch } from '@portal/testkit/identity/cookie-fetch'
import { type PortalProcess, startPortalProcess } from '@portal/testkit/portal-process'
import { signIn, walkSignIn } from '@portal/testkit/sign-in'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

// Erases one person through the gateway, then searches every store for what is left of them.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

const command = 'start'
const dataFolder = join(tmpdir(), `portal-erasure-${randomBytes(6).toString('hex')}`)
const mark = randomBytes(5).toString('hex')
const person = {
  id: `quill-${mark}`,
  email: `thistle-${mark}@erased.example`,
  firstName: `Bramble${mark}`,
  lastName: `Wychwood${mark}`,
}
/** Everything by which a store could still know the person. */
const canaries = Object.values(person)
const password = 'nine-slow-lighthouses'
let portal: PortalProcess

beforeAll(async () => {
  await copyDemo(dataFolder)
  portal = await startPortalProcess({ command, dataFolder })
})
afterAll(async () => {
  await portal.interrupt()
  await removeDataFolder(dataFolder, () => undefined)
})

async function enter(
  username: string,
  with_ = portal.logins.find((one) => one.username === username)?.password,
) {
  return createClient({ fetch: await signIn({ address: portal.address, username, password: with_ ?? '' }) })
}

/** The tables of every database, and the mails, in which a canary is found. */
async function findCanaries(): Promise<string[]> {
  const adminUrl = await findEmbeddedPostgres(postgresFolder(dataFolder))
  const names = await withDatabase(adminUrl, (database) =>
    textsOf(database, `select datname as text from pg_database where datallowconn and not datistemplate`),
  )
  const found: string[] = []
  for (const name of names) {
    const url = new URL(adminUrl)
    url.pathname = `/${name}`
    found.push(...(await withDatabase(url.href, (database) => tablesWithCanary(database, name))))
  }
  const mails = join(dataFolder, 'mail')
  for (const file of (await readdir(mails)).filter((name) => name.endsWith('.json')))
    if (hasCanary(await readFile(join(mails, file), 'utf8'))) found.push(`mail ${file}`)
  return found
}

async function tablesWithCanary(database: Database, name: string): Promise<string[]> {
  const tables = await textsOf(
    database,
    `select format('%I.%I', schemaname, tablename) as text from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const table of tables) {
    const texts = await textsOf(
      database,
      `select r::text as text from ${table} r where ${canaries.map((one) => `r::text ilike '%${one}%'`).join(' or ')} limit 1`,
    )
    if (texts.length > 0) found.push(`${name} ${table}`)
  }
  return found
}

const hasCanary = (text: string) => canaries.some((one) => text.toLowerCase().includes(one.toLowerCase()))

async function withDatabase<T>(url: string, run: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase({
    urls: { app: url, platform: url },
    name: 'canary',
    transactionTimeoutMs: 30_000,
  })
  try {
    return await run(database)
  } finally {
    await database.close()
  }
}

async function textsOf(database: Database, statement: string): Promise<string[]> {
  const rows = await database.platformTx((db) => db.execute<{ text: string }>(sql.raw(statement)))
  return rows.map(({ text }) => text)
}

async function createPerson(operator: Client): Promise<Client> {
  const [halden] = await operator.call(masterApi.listOrganizations, {})
  const made = await operator.call(masterApi.createUser, {
    body: { ...person, organizationId: halden?.id ?? 0, role: 'admin' },
  })
  if (made.access?.kind !== 'link') throw new Error('There is no link to choose a password.')
  const browse = cookieFetch(portal.address)
  await walkSignIn(browse, { start: new URL(made.access.url), answers: { password } })
  return enter(person.id, password)
}

it('asked for by the person and begun by the operator, an erasure survives kill -9; then no table, no topic and no mail has their name or address', async () => {
  const operator = await enter('operator')
  const own = await createPerson(operator)
  await own.call(chatApi.ask, { body: { question: `What may ${person.firstName} spend on hotels?` } })
  const { askedAt } = await own.call(profileApi.requestErasure, {})
  expect(askedAt).not.toBeNull()
  await own.call(profileApi.withdrawErasureRequest, {})
  await own.call(profileApi.requestErasure, {})
  // The scan finds what is there.
  expect((await findCanaries()).length).toBeGreaterThan(8)

  const ours = async (client: Client) =>
    (await client.call(erasureApi.listErasures, { query: {} })).find(
      ({ name, requestedAt }) => name?.includes(mark) || requestedAt !== null,
    )
  const asked = await vi.waitFor(async () => {
    const found = await ours(operator)
    expect(found).toMatchObject({ isDisabled: false, askedAt: expect.any(String) })
    return found
  })
  const id = asked?.id ?? ''
  await expect(operator.call(erasureApi.eraseUser, { params: { id } })).rejects.toMatchObject({ status: 409 })
  await operator.call(masterApi.deleteUser, { params: { id } })
  await operator.call(erasureApi.eraseUser, { params: { id } })
  await portal.kill()

  portal = await startPortalProcess({ command, dataFolder })
  const again = await enter('operator')
  const finished = await vi.waitFor(
    async () => {
      const found = await ours(again)
      expect(found?.finishedAt).not.toBeNull()
      return found
    },
    { timeout: 120_000, interval: 250 },
  )
  expect(finished).toMatchObject({ id, name: null })
  const left = finished?.steps.flatMap(({ stores }) => stores).filter(({ remaining }) => remaining > 0)
  expect(left).toEqual([])
  expect(finished?.steps.map(({ service }) => service)).toContain('gateway')
  expect(await findCanaries()).toEqual([])
})

it('the audit trail stays verifiable, and knows the person by id alone', async () => {
  const operator = await enter('operator')
  expect(await operator.call(auditApi.verifyPlatformAudit, {})).toMatchObject({ firstBad: null })
  await expect(enter(person.id, password)).rejects.toThrow()
})
