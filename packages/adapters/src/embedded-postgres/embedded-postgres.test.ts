import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { migrate } from '@portal/service-kit/database/migrate'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { provisionDatabase } from '@portal/service-kit/database/provision-database'
import { notesMigrations } from '@portal/testkit/notes-migrations'
import { processesBelow } from '@portal/testkit/processes-below'
import { expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { findProcess, sendSignal } from '../processes/running-process.ts'
import { findClusterFolder } from './cluster-folder.ts'
import {
  type EmbeddedPostgres,
  findEmbeddedPostgres,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from './embedded-postgres.ts'
import { isRoot, nobody } from './postgres-account.ts'
import { readPostmaster, SupervisorRecord } from './postmaster.ts'

// Each test makes a cluster of its own, with fsync.
vi.setConfig({ testTimeout: 360_000 })

const silent = (): void => undefined
const soon = { timeout: 30_000, interval: 20 }

function newFolder(): string {
  const folder = join(tmpdir(), `portal-test-${randomBytes(6).toString('hex')}`)
  onTestFinished(() => removeEmbeddedPostgres(folder, silent))
  return folder
}

async function start(dataFolder: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataFolder, log: silent })
  onTestFinished(() => postgres.stop())
  return postgres
}

/** A portal of its own that the test can kill. */
async function startHolder(folder: string): Promise<{ holder: ChildProcess; adminUrl: string }> {
  const fixture = fileURLToPath(new URL('./hold-postgres.fixture.ts', import.meta.url))
  const holder = spawn(process.execPath, [fixture, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void holder.kill('SIGKILL'))
  const [line] = z.tuple([z.instanceof(Buffer)]).parse(await once(holder.stdout, 'data'))
  return { holder, adminUrl: String(line).trim() }
}

async function openNotes(adminUrl: string): Promise<Database> {
  const urls = await provisionDatabase(adminUrl, 'notes')
  await migrate(urls, notesMigrations)
  const database = openDatabase({ urls, name: 'test' })
  onTestFinished(() => database.close())
  return database
}

const addNote = (database: Database): Promise<unknown> =>
  database.tenantTx(1, (db) => db.execute(`insert into notes values (1, gen_random_uuid(), 'kept')`))

const countNotes = (database: Database): Promise<number> =>
  database.tenantTx(1, async (db) => (await db.execute('select 1 from notes')).length)

async function postmasterOf(folder: string): Promise<number> {
  const record = await readPostmaster(join(folder, 'cluster'))
  if (!record) throw new Error('There is no postmaster.')
  return record.pid
}

async function supervisorOf(folder: string): Promise<number> {
  return SupervisorRecord.parse(JSON.parse(await readFile(join(folder, 'supervisor.json'), 'utf8'))).pid
}

const gone = (pid: number): Promise<void> =>
  vi.waitFor(async () => expect(await findProcess(pid)).toBeNull(), soon)

it('Postgres ends when the portal is killed with -9', async () => {
  const folder = newFolder()
  const { holder } = await startHolder(folder)
  const pids = [await postmasterOf(folder), await supervisorOf(folder)]
  holder.kill('SIGKILL')
  for (const pid of pids) await gone(pid)
})

it('everything killed with -9: the next start stops what is left and has every committed row', async () => {
  const folder = newFolder()
  const { holder, adminUrl } = await startHolder(folder)
  const database = await openNotes(adminUrl)
  for (let row = 0; row < 20; row += 1) await addNote(database)
  const orphan = await postmasterOf(folder)
  process.kill(await supervisorOf(folder), 'SIGKILL')
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  expect(await findProcess(orphan)).not.toBeNull()
  const again = await start(folder)
  expect(await findProcess(orphan)).toBeNull()
  expect(await countNotes(await openNotes(again.adminUrl))).toBe(20)
})

it('a start waits, and says so, while processes of a Postgres that was killed are still ending', async () => {
  const folder = newFolder()
  const { holder, adminUrl } = await startHolder(folder)
  await addNote(await openNotes(adminUrl))
  const postmaster = await postmasterOf(folder)
  const [slow] = await processesBelow(postmaster)
  if (!slow) throw new Error('Postgres has no process beside its postmaster.')
  onTestFinished(() => sendSignal(slow.pid, 'SIGCONT'))
  for (const [pid, signal] of [
    [slow.pid, 'SIGSTOP'],
    [await supervisorOf(folder), 'SIGKILL'],
    [postmaster, 'SIGKILL'],
  ] as const)
    process.kill(pid, signal)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  await gone(postmaster)
  const said: string[] = []
  const again = startEmbeddedPostgres({ dataFolder: folder, log: (line) => said.push(line) })
  onTestFinished(async () => (await again).stop())
  await vi.waitFor(() => expect(said.join()).toContain('was killed still use'), soon)
  sendSignal(slow.pid, 'SIGCONT')
  expect(await countNotes(await openNotes((await again).adminUrl))).toBe(1)
  expect(said).toHaveLength(1)
})

it('a postmaster killed with -9 is started again on the same port, with every committed row', async () => {
  const folder = newFolder()
  const { adminUrl } = await start(folder)
  const database = await openNotes(adminUrl)
  await addNote(database)
  process.kill(await postmasterOf(folder), 'SIGKILL')
  await vi.waitFor(async () => expect(await countNotes(database)).toBe(1), soon)
})

it('a supervisor killed with -9 is replaced, loses no committed row, and its successor mends the next crash', async () => {
  const folder = newFolder()
  const { adminUrl } = await start(folder)
  const database = await openNotes(adminUrl)
  for (let row = 0; row < 20; row += 1) await addNote(database)
  const [first, postmaster] = [await supervisorOf(folder), await postmasterOf(folder)]
  process.kill(first, 'SIGKILL')
  await vi.waitFor(async () => expect(await supervisorOf(folder)).not.toBe(first), soon)
  await gone(postmaster)
  await vi.waitFor(async () => expect(await countNotes(database)).toBe(20), soon)
  await addNote(database)
  process.kill(await postmasterOf(folder), 'SIGKILL')
  await vi.waitFor(async () => expect(await countNotes(database)).toBe(21), soon)
})

/** What a shell of this account prints for a command; `denied` if it fails. */
async function asAccount(uid: number, command: string): Promise<string> {
  const drop = [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', 'sh', '-c', command]
  return promisify(execFile)('setpriv', drop).then(
    ({ stdout }) => stdout,
    () => 'denied',
  )
}

it.runIf(isRoot())(
  'started by root, Postgres has an account that nobody else has, and which cannot change who may connect',
  async () => {
    const folder = newFolder()
    const first = await start(folder)
    await addNote(await openNotes(first.adminUrl))
    const status = await readFile(`/proc/${await postmasterOf(folder)}/status`, 'utf8')
    const uid = Number(/^Uid:\t(\d+)\t\1\t\1\t\1$/m.exec(status)?.[1])
    expect(uid).toBeGreaterThanOrEqual(52_000)
    expect(await readFile('/etc/passwd', 'utf8')).not.toMatch(`:${uid}:`)
    expect(/^Groups:\s*$/m.test(status)).toBe(true)
    const access = join(folder, 'pg_hba.conf')
    expect(await asAccount(uid, `cat ${access}`)).toBe('host all all 127.0.0.1/32 scram-sha-256\n')
    for (const attack of [`echo >> ${access}`, `rm ${access}`, `mv ${access} ${access}.old`])
      expect(await asAccount(uid, attack)).toBe('denied')
    for (const secret of [access, join(folder, 'cluster', 'PG_VERSION')])
      expect(await asAccount(nobody.uid, `cat ${secret}`)).toBe('denied')
    expect(await readdir(join(folder, 'cluster'))).not.toContain('pg_hba.conf')

    // Data that an earlier version of the portal made as `nobody` is taken over.
    await first.stop()
    await promisify(execFile)('chown', ['-hR', `${nobody.uid}`, join(folder, 'cluster')])
    const again = await start(folder)
    expect((await stat(join(folder, 'cluster', 'base'))).uid).toBe(uid)
    expect(await countNotes(await openNotes(again.adminUrl))).toBe(1)
  },
)

it('a second portal on the same data folder is refused in one sentence, and the first one works on', async () => {
  const folder = newFolder()
  const { adminUrl } = await start(folder)
  await expect(startEmbeddedPostgres({ dataFolder: folder, log: silent })).rejects.toThrow(
    `The data folder ${folder} is in use by another portal (process ${process.pid}).`,
  )
  await addNote(await openNotes(adminUrl))
})

it('a taken port is named in one sentence', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  await expect(startEmbeddedPostgres({ dataFolder: newFolder(), port, log: silent })).rejects.toThrow(
    `Port ${port}, wanted for Postgres, is taken by another program.`,
  )
})

it('data of another Postgres version is refused and left alone', async () => {
  const folder = newFolder()
  await mkdir(join(folder, 'cluster'), { recursive: true })
  await writeFile(join(folder, 'cluster', 'PG_VERSION'), '17\n')
  await expect(startEmbeddedPostgres({ dataFolder: folder, log: silent })).rejects.toThrow(
    `The data folder ${folder} was made by Postgres 17, this portal runs Postgres 18`,
  )
  expect(await readFile(join(folder, 'cluster', 'PG_VERSION'), 'utf8')).toBe('17\n')
})

it('nobody connects without the password, and only the portal can read it', async () => {
  const folder = newFolder()
  const { adminUrl } = await start(folder)
  const url = new URL(adminUrl)
  url.password = 'guess'
  await expect(provisionDatabase(url.href, 'notes')).rejects.toThrow('password authentication failed')
  expect((await stat(join(folder, 'admin-password'))).mode & 0o777).toBe(0o600)
})

it('a running Postgres is found by its data folder, a stopped one is not', async () => {
  const folder = newFolder()
  const postgres = await start(folder)
  expect(await findEmbeddedPostgres(folder)).toBe(postgres.adminUrl)
  await postgres.stop()
  await expect(findEmbeddedPostgres(folder)).rejects.toThrow(
    `No portal is running on the data folder ${folder}.`,
  )
})

it('a start that was cut off while it made the cluster does not stop the next one', async () => {
  const folder = newFolder()
  await mkdir(join(folder, 'cluster.new', 'base'), { recursive: true })
  await writeFile(join(folder, 'cluster.new', 'PG_VERSION'), '18\n')
  await addNote(await openNotes((await start(folder)).adminUrl))
})

/**
 * A data folder under a home with mode 0700: only root lends Postgres another account, which cannot
 * enter there.
 */
async function folderInClosedHome(): Promise<string> {
  const home = join(tmpdir(), `portal-test-home-${randomBytes(6).toString('hex')}`)
  await mkdir(home, { mode: 0o700 })
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  return join(home, 'data')
}

it('data under a home that others cannot enter is kept where the account of Postgres can, and the log says so', async () => {
  const dataFolder = await folderInClosedHome()
  const lines: string[] = []
  const postgres = await startEmbeddedPostgres({ dataFolder, log: (line) => lines.push(line) })
  onTestFinished(() => removeEmbeddedPostgres(dataFolder, silent))
  onTestFinished(() => postgres.stop())
  const elsewhere = /^Databases are kept in \/var\/lib\/compliance-portal\/[0-9a-f-]{36}, because /
  expect(lines).toEqual(isRoot() ? [expect.stringMatching(elsewhere)] : [])
  await addNote(await openNotes(postgres.adminUrl))
})

it('a data folder that was deleted starts afresh, wherever its databases were', async () => {
  const dataFolder = await folderInClosedHome()
  const first = await findClusterFolder(dataFolder)
  expect(await findClusterFolder(dataFolder)).toEqual(first)
  await rm(dataFolder, { recursive: true, force: true })
  const second = await findClusterFolder(dataFolder)
  expect(second.root !== first.root).toBe(isRoot())
})
