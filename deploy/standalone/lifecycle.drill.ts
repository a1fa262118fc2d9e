import { randomBytes } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findEmbeddedPostgres } from '@portal/adapters/embedded-postgres/embedded-postgres'
import { readPostmaster } from '@portal/adapters/embedded-postgres/postmaster'
import { findProcess } from '@portal/adapters/processes/running-process'
import { type Client, createClient } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { databaseUrls } from '@portal/service-kit/database/provision-database'
import { type PortalProcess, refusedPortalStart, startPortalProcess } from '@portal/testkit/portal-process'
import { signIn } from '@portal/testkit/sign-in'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { copyDemo, readFirstStart } from '../seed/demo-folder.fixture.ts'
import { postgresFolder, removeDataFolder } from './data-folder.ts'
import { writeKeptJson } from './kept-json.ts'

// One portal's life: start, refusals, a kill during an upload, restart, interrupt, reset.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

const dataFolder = join(tmpdir(), `portal-journey-${randomBytes(6).toString('hex')}`)
const command = 'start'
let portal: PortalProcess

beforeAll(async () => {
  await copyDemo(dataFolder)
  portal = await startPortalProcess({ command, dataFolder })
})

afterAll(async () => {
  await portal.interrupt()
  await removeDataFolder(dataFolder, () => undefined)
})

async function enter(username: string): Promise<Client> {
  const login = portal.logins.find((one) => one.username === username)
  if (!login) throw new Error(`There is no login ${username}.`)
  const browse = await signIn({ address: portal.address, username, password: login.password })
  return createClient({ fetch: browse })
}

async function processesOf(running: PortalProcess): Promise<number[]> {
  const postmaster = await readPostmaster(join(dataFolder, 'postgres', 'cluster'))
  if (!postmaster) throw new Error('There is no postmaster.')
  return [running.pid, postmaster.pid]
}

async function living(pids: readonly number[]): Promise<number[]> {
  const found = await Promise.all(pids.map(findProcess))
  return pids.filter((_, at) => found[at])
}

const allGone = (pids: readonly number[]) =>
  vi.waitFor(async () => expect(await living(pids)).toEqual([]), { timeout: 60_000, interval: 100 })

it('the first start serves, and keeps logins of every role where only its owner reads them', async () => {
  expect((await fetch(`${portal.address}/api/status`)).status).toBe(200)
  const roles = portal.logins.map(({ role, organization }) => ({
    role,
    hasOrganization: organization !== null,
  }))
  expect(roles).toEqual([
    { role: 'admin', hasOrganization: true },
    { role: 'facilitator', hasOrganization: true },
    { role: 'manager', hasOrganization: true },
    { role: 'team_member', hasOrganization: true },
    { role: 'manager', hasOrganization: true },
    { role: 'team_member', hasOrganization: true },
    { role: 'team_member', hasOrganization: true },
    { role: null, hasOrganization: false },
    { role: 'operator', hasOrganization: false },
  ])
  const printed = [await readFirstStart(dataFolder), portal.output()]
  expect(printed[0]).toContain('Preparing the demo')
  for (const { username, password } of portal.logins)
    for (const output of printed) expect(output).toContain(`${username.padEnd(8)} ${password}`)
  expect((await stat(join(dataFolder, 'portal.json'))).mode & 0o777).toBe(0o600)
})

it('a taken port and a data folder in use are refused in one sentence each', async () => {
  const { port } = new URL(portal.address)
  const samePort = await refusedPortalStart({ command, dataFolder, args: ['--port', port] })
  expect(samePort).toEqual({
    code: 1,
    output: `Port ${port} is taken by another program; choose one with --port.\n`,
  })
  const sameData = await refusedPortalStart({ command, dataFolder, args: ['--reset'] })
  expect(sameData.code).toBe(1)
  expect(sameData.output).toContain(`is in use by another portal (process ${portal.pid}).`)
  expect((await fetch(`${portal.address}/api/status`)).status).toBe(200)
})

it('killed with -9 while 20 uploads run: after the next start every acknowledged one is there and becomes ready or failed', async () => {
  const folder = new URL('../seed/documents/files/', import.meta.url)
  const files = (await readdir(folder)).filter((file) => /\.(pdf|docx|txt)$/.test(file)).slice(0, 5)
  const contents = await Promise.all(
    files.map(async (file) => new Uint8Array(await readFile(new URL(file, folder)))),
  )
  const founder = await enter('ingrid')
  const acknowledged: string[] = []
  const uploads = Array.from({ length: 20 }, async (_, at) => {
    const title = `Upload ${at}`
    const document = await founder.call(documentsApi.uploadDocument, {
      form: { title },
      file: new Blob([contents[at % files.length] ?? new Uint8Array()]),
      fileName: `${at}-${files[at % files.length]}`,
    })
    acknowledged.push(document.id)
  })
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(4), { timeout: 60_000, interval: 5 })
  const pids = await processesOf(portal)
  await portal.kill()
  await Promise.allSettled(uploads)
  await allGone(pids)

  // On another port the same people can still log in.
  portal = await startPortalProcess({ command, dataFolder })
  const again = await enter('ingrid')
  const states = async () => {
    const documents = await again.call(documentsApi.listDocuments, { query: {} })
    return acknowledged.map((id) => documents.find((one) => one.id === id)?.ingestion.state ?? 'lost')
  }
  expect(await states()).not.toContain('lost')
  const settled = ['ready', 'failed']
  await vi.waitFor(
    async () => expect((await states()).every((state) => settled.includes(state))).toBe(true),
    {
      timeout: 120_000,
      interval: 500,
    },
  )
})

/** As if the documents service had begun to keep departments with this version. */
async function forgetDepartments(organizationId: number): Promise<void> {
  const adminUrl = await findEmbeddedPostgres(postgresFolder(dataFolder))
  const urls = databaseUrls(adminUrl, { database: 'documents', roles: 'documents' })
  const database = openDatabase({ urls, name: 'test', appConnections: 1 })
  await database.tenantTx(organizationId, (db) => db.execute(sql`delete from departments`))
  await database.close()
  await writeKeptJson(join(dataFolder, 'projections.json'), {})
}

it('Ctrl-C ends it with code 0 and leaves no process behind; the next start has the demo already, and refills what an earlier version did not keep', async () => {
  const pids = await processesOf(portal)
  // Without what is still being read: after the kill above some documents are read again.
  const filed = async () => {
    const founder = await enter('ingrid')
    const documents = await founder.call(documentsApi.listDocuments, { query: {} })
    const inDepartments = documents.filter(({ departmentName }) => departmentName !== null)
    return inDepartments.map(({ ingestion: _, ...document }) => document)
  }
  const [before] = await filed()
  await forgetDepartments(before?.organizationId ?? 0)
  expect(await filed()).toEqual([])
  expect(await portal.interrupt()).toBe(0)
  expect(await living(pids)).toEqual([])
  portal = await startPortalProcess({ command, dataFolder })
  expect(portal.output()).not.toContain('Preparing the demo')
  expect(portal.output()).toContain('Refilling projections of an earlier version')
  await vi.waitFor(async () => expect(await filed()).toContainEqual(before), {
    timeout: 60_000,
    interval: 200,
  })
})

it('a reset without a demo starts empty', async () => {
  await portal.interrupt()
  portal = await startPortalProcess({ command, dataFolder, args: ['--reset', '--no-demo'] })
  expect(portal.logins).toEqual([])
  await expect(
    signIn({ address: portal.address, username: 'ingrid', password: 'anything at all' }),
  ).rejects.toThrow()
})
