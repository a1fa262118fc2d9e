import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rollBackRemote } from '@portal/gateway-service/remotes/promotions'
import { listRemoteVersions, publishRemote } from '@portal/gateway-service/remotes/publish-remote'
import { openRemoteStore, type RemoteStore } from '@portal/gateway-service/remotes/remote-store'
import { migrations } from '@portal/gateway-service/service'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { createTestDatabase } from '@portal/testkit/test-database'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type BuiltRemote, openWorkshop } from '../../services/gateway/test/built-remote.ts'
import { publishRemotes, type RemotesTarget } from './publish-remotes.ts'

const opened = new AsyncDisposableStack()
const author = { by: 'command', who: 'test', why: 'A test' } as const
let workshop: Awaited<ReturnType<typeof openWorkshop>>
let target: RemotesTarget
let store: RemoteStore
let name: string
let builds: readonly [BuiltRemote, BuiltRemote]
let releases = 0

beforeAll(async () => {
  workshop = opened.use(await openWorkshop())
  const { urls } = opened.use(await createTestDatabase(migrations))
  const remotesDirectory = await mkdtemp(join(tmpdir(), 'portal-remotes-'))
  opened.defer(() => rm(remotesDirectory, { recursive: true, force: true }))
  target = { urls, remotesDirectory, shellDirectory: '', remoteKeys: new Map(), signingKey: null }
  const database = openDatabase({ urls, name: 'test', platformConnections: 1 })
  opened.defer(() => database.close())
  store = await openRemoteStore(target, database)
})
afterAll(() => opened.disposeAsync())

beforeEach(async () => {
  releases += 1
  name = `remote-${releases}`
  builds = [await workshop.build(name, 'one'), await workshop.build(name, 'two')]
})

const start = ({ folder }: BuiltRemote) => publishRemotes(target, [{ kind: 'remote', name, folder }])
const filesOf = ({ entry }: BuiltRemote) => readdir(join(target.remotesDirectory, name, entry.version))

async function shown(): Promise<string | undefined> {
  const versions = await listRemoteVersions(store)
  return versions.find((one) => one.name === name && one.isCurrent)?.version
}

it('a start lays out the files of a version that the database knows and the volume has lost', async () => {
  await start(builds[0])
  await rm(target.remotesDirectory, { recursive: true })
  await start(builds[0])
  expect(await filesOf(builds[0])).toContain('remote-entry.js')
})

it('a start shows to everybody what an earlier one published and was killed before it could show', async () => {
  await publishRemote(store, { name, folder: builds[0].folder, author })
  await start(builds[0])
  expect(await shown()).toBe(builds[0].entry.version)
})

it('a start leaves a version that was rolled back as it is', async () => {
  await start(builds[0])
  await start(builds[1])
  await rollBackRemote(store, { name }, author)
  await start(builds[1])
  expect(await shown()).toBe(builds[0].entry.version)
})
