import { openIdentityAdmin } from '@portal/adapters/identity-admin/open-identity-admin'
import { type Client, createClient } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { teamApi } from '@portal/contracts/team'
import { startParts } from '@portal/deploy/standalone/parts-in-process.fixture'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'
import { signIn } from '@portal/testkit/sign-in'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** Decision 62: a writer's next call sees their write, despite projections and caches. */

const password = 'seven-quiet-harbours'
const ends: (() => Promise<unknown>)[] = []
let projections: Database
let ada: Client
let bob: Client
let bobsBrowser: CookieFetch
let bobId: string
let organizationId: number

beforeAll(async () => {
  const { installation, engines, address } = await startParts(['identity', 'team', 'documents'], (end) =>
    ends.push(end),
  )
  projections = openDatabase({
    urls: installation.databases.documents,
    name: 'test',
    appConnections: 1,
    // A transaction stays open during other calls, which may be slow on a busy machine.
    transactionTimeoutMs: 60_000,
  })
  ends.push(() => projections.close())
  const admin = openIdentityAdmin(engines.identity.admin)
  const newcomer = async (username: string) => {
    await admin.createAccount({ username, password, email: `${username}@halden.example` })
    return signIn({ address, username, password })
  }
  ada = clientOf(await newcomer('ada'))
  bobsBrowser = await newcomer('bob')
  bob = clientOf(bobsBrowser)
  organizationId = (await ada.call(teamApi.createOrganization, { body: { name: 'Halden Medical' } })).id
  const { organization } = await ada.call(teamApi.currentUser, {})
  await bob.call(teamApi.joinOrganization, { params: { code: organization?.joinCode ?? '' } })
  bobId = (await bob.call(teamApi.currentUser, {})).id
})

afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

function clientOf(browse: CookieFetch): Client {
  return createClient({ fetch: (address, init) => browse(String(address), init) })
}

const policy = new Blob(['Quality Policy\n\nRecords are kept for seven years and then destroyed.\n'])
const newDepartment = () =>
  ada.call(teamApi.createDepartment, { body: { name: 'Quality', color: '#06B6D4' } })
const upload = (departmentId: number) =>
  ada.call(documentsApi.uploadDocument, {
    form: { departmentId, title: crypto.randomUUID() },
    file: policy,
    fileName: 'quality.txt',
  })
const departmentSeenBy = async (client: Client, id: string) =>
  (await client.call(documentsApi.readDocument, { params: { id } })).departmentId

it('a new department takes an upload at once', async () => {
  const { id } = await newDepartment()
  expect(await upload(id)).toMatchObject({ departmentId: id, departmentName: 'Quality' })
})

it('a deleted department is gone from the next read, however late the projection; others wait for nothing', async () => {
  const department = await newDepartment()
  const document = await upload(department.id)
  await bob.call(teamApi.currentUser, {})
  let reading: Promise<number | null> | undefined
  // Locks the projection's row, which delays the effect of the event.
  await projections.tenantTx(organizationId, async (db) => {
    await db.execute(sql`select from departments where number = ${department.id} for update`)
    await ada.call(teamApi.deleteDepartment, { params: { id: department.id } })
    reading = departmentSeenBy(ada, document.id)
    for (let read = 0; read < 3; read += 1) {
      expect(await departmentSeenBy(bob, document.id)).toBe(department.id)
    }
  })
  expect(await reading).toBeNull()
})

it('a new role is in the next list of the one who assigned it, and permits the next call of its holder', async () => {
  const listed = () => bob.call(teamApi.listMembers, { query: {} })
  await expect(listed()).rejects.toMatchObject({ status: 403 })
  await ada.call(teamApi.changeRole, { params: { userId: bobId }, body: { role: 'manager' } })
  const members = await ada.call(teamApi.listMembers, { query: {} })
  expect(members.find(({ id }) => id === bobId)).toMatchObject({ role: 'manager' })
  expect(await listed()).toEqual(members)
})

it('who was removed is out of the list, and out of the portal, with the next call', async () => {
  await ada.call(teamApi.removeMember, { params: { userId: bobId } })
  const members = await ada.call(teamApi.listMembers, { query: {} })
  expect(members.map(({ id }) => id)).not.toContain(bobId)
  await expect(bob.call(teamApi.currentUser, {})).rejects.toMatchObject({ status: 401 })
  // Without a session at the provider, the next login asks for the password.
  await expect
    .poll(async () => {
      const start = await bobsBrowser('/api/login')
      const atProvider = await bobsBrowser(start.headers.get('location') ?? '')
      return atProvider.headers.get('location')
    })
    .toContain('/oidc/interaction/')
})
