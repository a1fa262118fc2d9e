import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { RemoteEntry } from '@portal/contracts/remotes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { type GatewayUnderTest, startGatewayUnderTest } from '../../test/gateway-under-test.ts'
import { publishRemote, type RemoteStore, rollBackRemote } from './publish-remote.ts'
import { integrityOf } from './remote-build.ts'
import { runRemotesCommand } from './remotes-command.ts'

let portal: GatewayUnderTest
let store: RemoteStore
let workshop: string

beforeAll(async () => {
  portal = await startGatewayUnderTest()
  store = { database: portal.database, directory: portal.remotesDirectory }
  workshop = await mkdtemp(join(tmpdir(), 'portal-builds-'))
})
afterAll(async () => {
  await portal[Symbol.asyncDispose]()
  await rm(workshop, { recursive: true, force: true })
})

interface Build {
  readonly folder: string
  readonly entry: RemoteEntry
}

/** A build as packages/build leaves one: two scripts, a compressed twin, a description. */
async function build(
  name: string,
  text: string,
  change: (entry: RemoteEntry) => unknown = (entry) => entry,
): Promise<Build> {
  const folder = join(workshop, randomBytes(4).toString('hex'))
  const version = randomBytes(6).toString('hex')
  const files = {
    'remote-entry.js': `window.${name}='${text}'`,
    'assets/screen.0123456789.js': 'screen()'.repeat(200),
    'assets/pdf.worker.min.0123456789.mjs': 'work()',
    'fonts/serif.pfb': 'serif',
  }
  const integrity: Record<string, string> = {}
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), content)
    integrity[file] = await integrityOf(join(folder, file))
  }
  await writeFile(
    join(folder, 'assets/screen.0123456789.js.br'),
    brotliCompressSync(files['assets/screen.0123456789.js']),
  )
  const entry: RemoteEntry = {
    name,
    version,
    entry: `/remotes/${name}/${version}/remote-entry.js`,
    container: `portal_${name}`,
    integrity,
    navigation: [],
    routes: [
      {
        path: `/${name}/:id`,
        screen: 'main',
        when: ['always'],
        title: 'A screen',
        layout: 'bare',
        preload: ['remote-entry.js', 'assets/screen.0123456789.js'],
      },
    ],
  }
  await writeFile(join(folder, 'remote.json'), JSON.stringify(change(entry)))
  return { folder, entry }
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
  await rollBackRemote(store, 'chat', first.entry.version)
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
  expect(await runRemotesCommand(store, ['publish', 'marketing', folder])).toBe(
    `marketing ${entry.version} is published.`,
  )
  expect(await runRemotesCommand(store, ['list'])).toContain(`* marketing ${entry.version}`)
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
])('a build %s is refused and nothing changes', async (_, change, reason) => {
  const { folder } = await build('bad', 'x', change)
  await expect(publishRemote(store, 'bad', folder)).rejects.toThrow(reason)
  expect(await listed('bad')).toBeUndefined()
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
