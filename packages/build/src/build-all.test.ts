import { hash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sortedJson } from '@portal/contracts/remote-statement'
import { RemoteEntry } from '@portal/contracts/remotes'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildAll } from './build-all.ts'
import { integrityOf } from './file-tree.ts'

let folder = ''
let workspace = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-build-'))
  workspace = folder
  await remoteFiles({ screen: 'home', text: 'Hello' })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function write(path: string, content: string): Promise<void> {
  const file = join(workspace, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
}

/** A remote with one screen, whose declaration may name another. */
async function remoteFiles({ screen, text }: { screen: string; text: string }): Promise<void> {
  const presets = join(import.meta.dirname, 'remote-config.ts')
  const route = { path: '/hello', screen, when: ['always'], title: 'Hello', layout: 'bare' }
  await write(
    'remotes/hello/package.json',
    '{ "name": "hello-remote", "type": "module", "version": "1.0.0" }',
  )
  await write(
    'remotes/hello/rspack.config.ts',
    `import { remoteConfig } from '${presets}'\nexport default (how) => remoteConfig({ name: 'hello', root: import.meta.dirname, ...how })\n`,
  )
  await write(
    'remotes/hello/src/manifest.ts',
    `export const manifest = ${JSON.stringify({ name: 'hello', navigation: [], routes: [route] })}\n`,
  )
  await write(
    'remotes/hello/src/remote.ts',
    `import './styles.css'\nexport const remote = { screens: { home: () => import('./routes/home.tsx') } }\n`,
  )
  await write('remotes/hello/src/styles.css', '.hello { color: red }\n')
  await write('remotes/hello/src/routes/home.tsx', `export const Screen = () => '${text.repeat(300)}'\n`)
}

const dist = () => join(workspace, 'remotes', 'hello', 'dist')
const built = async () => RemoteEntry.parse(JSON.parse(await readFile(join(dist(), 'remote.json'), 'utf8')))

describe('building a remote', () => {
  it('describes itself by the contract: declaration, version, address, and the hash of every file', async () => {
    await buildAll({ workspace })
    const entry = await built()
    expect(entry).toMatchObject({ name: 'hello', container: 'portal_hello', navigation: [] })
    expect(entry.entry).toBe(`/remotes/hello/${entry.version}/remote-entry.js`)
    const files = (await readdir(dist())).filter((name) => !/\.(br|gz)$|^\.inputs$|^remote\.json$/.test(name))
    expect(Object.keys(entry.integrity).sort()).toEqual(files.sort())
    for (const [file, hash] of Object.entries(entry.integrity))
      expect(integrityOf(await readFile(join(dist(), file)))).toBe(hash)
  })

  it('names what a screen needs: the container, the exposed module with its styles, the chunk of the screen', async () => {
    await buildAll({ workspace })
    const [route] = (await built()).routes
    const preload = route?.preload ?? []
    expect(preload[0]).toBe('remote-entry.js')
    expect(preload.filter((file) => file.endsWith('.css'))).toHaveLength(1)
    const contents = await Promise.all(preload.map((file) => readFile(join(dist(), file), 'utf8')))
    expect(contents.some((content) => content.includes('HelloHello'))).toBe(true)
  })

  it('compresses for servers that do not', async () => {
    await buildAll({ workspace })
    const plain = await readFile(join(dist(), 'remote-entry.js'))
    expect(brotliDecompressSync(await readFile(join(dist(), 'remote-entry.js.br'))).equals(plain)).toBe(true)
    expect(gunzipSync(await readFile(join(dist(), 'remote-entry.js.gz'))).equals(plain)).toBe(true)
  })

  it('carries no code that needs unsafe-eval, and no copy of React', async () => {
    await buildAll({ workspace })
    for (const file of (await readdir(dist())).filter((name) => name.endsWith('.js'))) {
      const code = await readFile(join(dist(), file), 'utf8')
      expect(code).not.toMatch(/\beval\(|react\.production/)
    }
  })
})

describe('building again', () => {
  it('skips what has not changed', async () => {
    expect((await buildAll({ workspace })).map(({ isFresh }) => isFresh)).toEqual([true])
    expect((await buildAll({ workspace })).map(({ isFresh }) => isFresh)).toEqual([false])
  })

  it('of two processes that start at once, one builds and the other waits for it', async () => {
    const both = await Promise.all([buildAll({ workspace }), buildAll({ workspace })])
    expect(both.flat().filter(({ isFresh }) => isFresh)).toHaveLength(1)
    expect((await built()).name).toBe('hello')
  })

  it('gives equal sources the same version, and changed ones another', async () => {
    await buildAll({ workspace })
    const first = await built()
    await buildAll({ workspace, force: true })
    expect((await built()).version).toBe(first.version)
    await remoteFiles({ screen: 'home', text: 'Changed' })
    await buildAll({ workspace })
    expect((await built()).version).not.toBe(first.version)
  })

  it('gives equal sources the same version wherever the checkout is', async () => {
    await buildAll({ workspace })
    const { version } = await built()
    workspace = join(folder, 'another', 'checkout')
    await remoteFiles({ screen: 'home', text: 'Hello' })
    await buildAll({ workspace })
    expect((await built()).version).toBe(version)
  })

  it('has a version for everything that it says of itself, so that one is never described in two ways', async () => {
    await buildAll({ workspace })
    const { version, ...said } = await built()
    const described = { ...said, version: '', entry: said.entry.replace(version, '') }
    expect(hash('sha256', sortedJson(described), 'hex').slice(0, 12)).toBe(version)
  })

  it('leaves the last finished build in place when the next one fails', async () => {
    await buildAll({ workspace })
    const first = await built()
    await write('remotes/hello/src/routes/home.tsx', 'export const Screen = (\n')
    await expect(buildAll({ workspace })).rejects.toThrow('home.tsx')
    expect(await built()).toEqual(first)
  })

  it('refuses a screen that is declared but never imported', async () => {
    await remoteFiles({ screen: 'missing', text: 'Hello' })
    await expect(buildAll({ workspace })).rejects.toThrow("'missing'")
  })
})
