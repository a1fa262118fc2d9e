import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { RemoteEntry } from '@portal/contracts/remotes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BuiltRemote, openWorkshop } from '../../test/built-remote.ts'
import { eventually } from '../../test/eventually.ts'
import { type GatewayUnderTest, startGatewayUnderTest } from '../../test/gateway-under-test.ts'
import { rollBackRemote } from './promotions.ts'
import { orderPublication, type PublicationOrder, publicationPath } from './publication-token.ts'
import { readRemoteBuild } from './remote-build.ts'
import { makeSigningKey, signEntry } from './signatures.ts'

const team = makeSigningKey()
const ours = createPrivateKey(team.privateKey)
const theirs = createPrivateKey(makeSigningKey().privateKey)

let portal: GatewayUnderTest
let workshop: Awaited<ReturnType<typeof openWorkshop>>

beforeAll(async () => {
  portal = await startGatewayUnderTest({ REMOTE_KEYS: `team=${team.publicKey}`, RATE_LOGIN: '6000/6000' })
  workshop = await openWorkshop()
})
afterAll(async () => {
  await workshop[Symbol.asyncDispose]()
  await portal[Symbol.asyncDispose]()
})

/** A build as the command sends it. */
async function packed({ folder, entry }: BuiltRemote, key: KeyObject): Promise<Buffer> {
  const { files } = await readRemoteBuild(entry.name, folder)
  const all: Record<string, string> = {}
  for (const file of files) all[file] = (await readFile(join(folder, file))).toString('base64')
  all['remote.json'] = Buffer.from(JSON.stringify(signEntry(entry, key))).toString('base64')
  return promisify(gzip)(JSON.stringify({ name: entry.name, files: all }))
}

interface Sent {
  readonly body: Buffer
  readonly order?: Partial<PublicationOrder>
  readonly key?: KeyObject
  readonly audience?: string
}

function tokenOf({ body, order = {}, key = ours, audience = portal.origin }: Sent): Promise<string> {
  return orderPublication({ why: 'A test', ...order }, { body, audience }, key)
}

function post(token: string, body: Buffer): Promise<Response> {
  const headers = { authorization: `Portal ${token}` }
  return fetch(`${portal.origin}${publicationPath}`, { method: 'POST', headers, body: new Uint8Array(body) })
}

async function shown(name: string): Promise<string | undefined> {
  const { remotes } = (await (await fetch(`${portal.origin}/remotes.json`)).json()) as {
    remotes: RemoteEntry[]
  }
  return remotes.find((remote) => remote.name === name)?.version
}

it('a team ships a remote with its key and a request: published, promoted, served', async () => {
  const built = await workshop.build('chat', 'shipped')
  const body = await packed(built, ours)
  const response = await post(await tokenOf({ body, order: { percent: 100 } }), body)
  expect(await response.json()).toEqual({ name: 'chat', version: built.entry.version, percent: 100 })
  await eventually(async () => expect(await shown('chat')).toBe(built.entry.version))
  expect(await (await fetch(`${portal.origin}${built.entry.entry}`)).text()).toContain('shipped')
})

it('without a share it is published, and nobody sees it', async () => {
  const built = await workshop.build('quiet', 'x')
  const body = await packed(built, ours)
  expect((await post(await tokenOf({ body }), body)).status).toBe(201)
  expect((await fetch(`${portal.origin}${built.entry.entry}`)).status).toBe(200)
  expect(await shown('quiet')).toBeUndefined()
})

it('an order that is sent again after a rollback promotes nothing', async () => {
  const first = await packed(await workshop.build('replayed', 'one'), ours)
  await post(await tokenOf({ body: first, order: { percent: 100 } }), first)
  const second = await packed(await workshop.build('replayed', 'two'), ours)
  const token = await tokenOf({ body: second, order: { percent: 100 } })
  expect((await post(token, second)).status).toBe(201)
  const keys = new Map([['team', team.publicKey]])
  const store = { database: portal.database, directory: portal.remotesDirectory, keys, contract: '1.0' }
  const author = { by: 'command', who: 'test', why: 'It fails' } as const
  const version = await rollBackRemote(store, { name: 'replayed' }, author)
  const again = await post(token, second)
  expect([again.status, await again.text()]).toEqual([403, expect.stringContaining('carried out before')])
  await eventually(async () => expect(await shown('replayed')).toBe(version))
})

it.each<[string, (body: Buffer) => Promise<string>]>([
  ['without a token', async () => ''],
  ['with the token of somebody else', (body) => tokenOf({ body, key: theirs })],
  ['with a token for another portal', (body) => tokenOf({ body, audience: 'https://other.example' })],
  ['with a token for another build', () => tokenOf({ body: Buffer.from('other') })],
])('a build %s is refused, and nothing of it is served', async (_, token) => {
  const built = await workshop.build('refused', 'x')
  const body = await packed(built, ours)
  expect((await post(await token(body), body)).status).toBe(403)
  expect((await fetch(`${portal.origin}${built.entry.entry}`)).status).toBe(404)
})

it('a build whose entry nobody of this portal has signed is refused, even from a holder of a key', async () => {
  const body = await packed(await workshop.build('refused', 'x'), theirs)
  const response = await post(await tokenOf({ body }), body)
  expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('not by a key')])
})

it('a build with a file outside of itself is refused', async () => {
  const files = { '../../evil.js': 'ZXZpbA==' }
  const body = await promisify(gzip)(JSON.stringify({ name: 'evil', files }))
  const response = await post(await tokenOf({ body }), body)
  expect([response.status, await response.text()]).toEqual([
    403,
    expect.stringContaining('outside the build'),
  ])
})

it.each([
  ['not compressed', Buffer.from('{}')],
  ['no build', Buffer.from('H4sIAAAAAAAAA6uuBQBDv6ajAgAAAA==', 'base64')],
])('a body that is %s is refused without an internal error', async (_, body) => {
  expect((await post(await tokenOf({ body }), body)).status).toBe(403)
})
