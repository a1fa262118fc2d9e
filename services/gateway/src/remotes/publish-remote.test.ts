import { readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { RemoteEntry } from '@portal/contracts/remotes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BuildRemote, openWorkshop } from '../../test/built-remote.ts'
import { eventually } from '../../test/eventually.ts'
import { type GatewayUnderTest, startGatewayUnderTest } from '../../test/gateway-under-test.ts'
import { promoteRemote, rollBackRemote } from './promotions.ts'
import { publishRemote as publish } from './publish-remote.ts'
import type { RemoteStore } from './remote-store.ts'
import { runRemotesCommand } from './remotes-command.ts'

let portal: GatewayUnderTest
let store: RemoteStore
let workshop: Awaited<ReturnType<typeof openWorkshop>>
let build: BuildRemote

beforeAll(async () => {
  portal = await startGatewayUnderTest()
  store = { database: portal.database, directory: portal.remotesDirectory, keys: new Map(), contract: '1.0' }
  workshop = await openWorkshop()
  build = workshop.build
})
afterAll(async () => {
  await portal[Symbol.asyncDispose]()
  await workshop[Symbol.asyncDispose]()
})

const author = { by: 'command', who: 'test', why: 'A test' } as const

/** Publishes a build and shows it to everybody. */
async function publishRemote(to: RemoteStore, name: string, folder: string): Promise<void> {
  const { version } = await publish(to, { name, folder, author })
  await promoteRemote(to, { name, version, percent: 100, threshold: 20 }, author)
}

async function listed(name: string): Promise<RemoteEntry | undefined> {
  const { remotes } = (await (await fetch(`${portal.origin}/remotes.json`)).json()) as {
    remotes: RemoteEntry[]
  }
  return remotes.find((remote) => remote.name === name)
}

it('a published version replaces the one before for everybody, files included, without a restart', async () => {
  const first = await build('chat', 'one')
  await publishRemote(store, 'chat', first.folder)
  await eventually(async () => expect((await listed('chat'))?.version).toBe(first.entry.version))
  const second = await build('chat', 'two')
  await publishRemote(store, 'chat', second.folder)
  await eventually(async () => expect((await listed('chat'))?.version).toBe(second.entry.version))
  expect(await (await fetch(`${portal.origin}${second.entry.entry}`)).text()).toContain('two')
  expect(await (await fetch(`${portal.origin}${first.entry.entry}`)).text()).toContain('one')
  await rollBackRemote(store, { name: 'chat', version: first.entry.version }, author)
  await eventually(async () => expect((await listed('chat'))?.version).toBe(first.entry.version))
})

it("a version's files are immutable, compressed where the build left a twin, and of the right type", async () => {
  const { folder, entry } = await build('documents', 'x')
  await publishRemote(store, 'documents', folder)
  const address = `${portal.origin}/remotes/documents/${entry.version}/assets/screen.0123456789.js`
  const packed = await fetch(address, { headers: { 'accept-encoding': 'gzip, br' } })
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(packed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(packed.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(packed.headers.get('vary')).toBe('Accept-Encoding')
  expect(await packed.text()).toBe('screen()'.repeat(200))
  const plain = await fetch(address, { headers: { 'accept-encoding': 'identity' } })
  expect(plain.headers.get('content-encoding')).toBeNull()
  const again = await fetch(address, {
    headers: { 'accept-encoding': 'identity', 'if-none-match': plain.headers.get('etag') ?? '' },
  })
  expect(again.status).toBe(304)
})

it('the page of an address preloads the files of the remote that shows it', async () => {
  const { folder, entry } = await build('team', 'x')
  await publishRemote(store, 'team', folder)
  await eventually(async () => {
    const page = await fetch(`${portal.origin}/team/12`)
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).toContain(`<link rel="preload" as="script" href="${entry.entry}"`)
    expect(html).toContain(`integrity="${entry.integrity['remote-entry.js']}"`)
  })
})

it('an address of a screen is a page whatever its parameter looks like: a signed token ends like a file', async () => {
  const { folder } = await build('invitations', 'x')
  await publishRemote(store, 'invitations', folder)
  await eventually(async () => {
    const page = await fetch(`${portal.origin}/invitations/eyJhbGciOiJIUzI1NiJ9.e30.Sc8Wv3ab`)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toContain('text/html')
  })
})

it('publishing the same build twice changes nothing; the list shows what is current', async () => {
  const { folder, entry } = await build('marketing', 'x')
  await publishRemote(store, 'marketing', folder)
  const target = { store, signingKey: null, who: 'test', previews: null, publicOrigin: portal.origin }
  const again = { words: ['publish', 'marketing', folder], values: {} }
  expect(await runRemotesCommand(target, again)).toContain(`marketing ${entry.version} is published.`)
  const list = await runRemotesCommand(target, { words: ['list'], values: {} })
  expect(list).toMatch(new RegExp(`\\* marketing ${entry.version} \\S+ for everybody`))
})

it('the same build published by several gateways at once is there once, and none of them fails', async () => {
  const { folder, entry } = await build('twice', 'x')
  const publications = Array.from({ length: 4 }, () => publish(store, { name: 'twice', folder, author }))
  expect((await Promise.all(publications)).map(({ version }) => version)).toEqual(
    Array.from({ length: 4 }, () => entry.version),
  )
  expect(await readdir(join(portal.remotesDirectory, 'twice'))).toEqual([entry.version])
})

it('publishing a build again restores its files where some or all of them are lost', async () => {
  const { folder, entry } = await build('restored', 'x')
  await publishRemote(store, 'restored', folder)
  const lost = ['remote-entry.js', '.'].map((file) =>
    join(portal.remotesDirectory, 'restored', entry.version, file),
  )
  for (const path of lost) {
    await rm(path, { recursive: true })
    await publish(store, { name: 'restored', folder, author })
    expect((await fetch(`${portal.origin}${entry.entry}`)).status).toBe(200)
  }
})

it('status names every remote, and one whose entry file is gone is unavailable', async () => {
  const { folder, entry } = await build('lost', 'x')
  await publishRemote(store, 'lost', folder)
  await rm(join(portal.remotesDirectory, 'lost', entry.version, 'remote-entry.js'))
  await eventually(async () => {
    const response = await fetch(`${portal.origin}/api/status`)
    const { parts } = (await response.json()) as { parts: unknown[] }
    expect(parts).toContainEqual(
      expect.objectContaining({ name: 'lost', kind: 'remote', state: 'unavailable' }),
    )
    expect(response.status).toBe(503)
  })
  await portal.database.platformTx((db) => db.execute(`delete from remote_versions where name = 'lost'`))
})

it.each([
  ['of another remote', (entry: RemoteEntry) => ({ ...entry, name: 'other' }), 'not of'],
  ['with a version that climbs', (entry: RemoteEntry) => ({ ...entry, version: '../../x' }), 'version'],
  [
    'with a foreign entry',
    (entry: RemoteEntry) => ({ ...entry, entry: 'https://evil.example/x.js' }),
    'missing file',
  ],
  [
    'with a wrong hash',
    (entry: RemoteEntry) => ({ ...entry, integrity: { ...entry.integrity, 'remote-entry.js': 'sha384-x' } }),
    'hash differs',
  ],
  [
    'with a described file that is missing',
    (entry: RemoteEntry) => ({ ...entry, integrity: { ...entry.integrity, 'gone.js': 'sha384-x' } }),
    'missing',
  ],
  ['with an incomplete description', () => ({ name: 'bad' }), 'not complete'],
  [
    'from before there was a contract',
    ({ contract: _contract, ...entry }: RemoteEntry) => entry,
    'does not say for which shells it is',
  ],
  [
    'for an older shell',
    (entry: RemoteEntry) => ({ ...entry, contract: { from: '0.3', below: '1.0' } }),
    "this portal's shell has 1.0",
  ],
  [
    'for a newer shell',
    (entry: RemoteEntry) => ({ ...entry, contract: { from: '1.1', below: '2.0' } }),
    'for shells with contract 1.1',
  ],
  ['with another sum of its hashes', (entry: RemoteEntry) => ({ ...entry, files: '0' }), 'sum of the hashes'],
])('a build %s is refused and nothing changes', async (_, change, reason) => {
  const { folder } = await build('bad', 'x', change)
  await expect(publishRemote(store, 'bad', folder)).rejects.toThrow(reason)
  expect(await listed('bad')).toBeUndefined()
})

it('a compressed twin that unpacks to something else is refused', async () => {
  const { folder } = await build('bad', 'x')
  await writeFile(join(folder, 'assets/screen.0123456789.js.br'), brotliCompressSync('evil()'))
  await expect(publishRemote(store, 'bad', folder)).rejects.toThrow('screen.0123456789.js.br is not the file')
})

it('a build with a file nobody described, or with a link, is refused', async () => {
  const extra = await build('bad', 'x')
  await writeFile(join(extra.folder, 'extra.js'), 'evil()')
  await expect(publishRemote(store, 'bad', extra.folder)).rejects.toThrow('extra.js has no hash')
  const linked = await build('bad', 'x')
  await symlink('/etc/passwd', join(linked.folder, 'passwd'))
  await expect(publishRemote(store, 'bad', linked.folder)).rejects.toThrow('passwd is neither')
})

it('browsers get the hashes that they check, not those of hundreds of other files', async () => {
  const { folder, entry } = await build('slim', 'one')
  await publishRemote(store, 'slim', folder)
  const checked = ['remote-entry.js', 'assets/screen.0123456789.js']
  const hashes = Object.fromEntries(checked.map((file) => [file, entry.integrity[file]]))
  await eventually(async () => expect((await listed('slim'))?.integrity).toEqual(hashes))
})

it('the script of a worker brings a policy under which it requests nothing, and no other file does', async () => {
  const { folder, entry } = await build('workshop', 'one')
  await publishRemote(store, 'workshop', folder)
  const policyOf = async (file: string) => {
    const response = await fetch(`${portal.origin}/remotes/workshop/${entry.version}/${file}`)
    expect(response.status).toBe(200)
    return response.headers.get('content-security-policy')
  }
  expect(await policyOf('assets/pdf.worker.min.0123456789.mjs')).toBe(
    "default-src 'none'; script-src 'wasm-unsafe-eval'",
  )
  for (const file of ['remote-entry.js', 'assets/screen.0123456789.js', 'fonts/serif.pfb'])
    expect(await policyOf(file)).toMatch(/^default-src 'none';.* sandbox$/)
})
