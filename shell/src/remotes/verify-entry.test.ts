import { entryForBrowsers, remoteStatement } from '@portal/contracts/remote-statement'
import type { RemoteEntry } from '@portal/contracts/remotes'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createVerifier } from './verify-entry.ts'

let ours: CryptoKeyPair
let theirs: CryptoKeyPair
let keys = ''

beforeAll(async () => {
  ours = await makeKeys()
  theirs = await makeKeys()
  keys = `team=${base64(await crypto.subtle.exportKey('raw', ours.publicKey))}`
})

/** Safe: such an algorithm makes a pair. */
async function makeKeys(): Promise<CryptoKeyPair> {
  return (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
}

function base64(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
}

const plain: RemoteEntry = {
  name: 'chat',
  version: 'abc',
  entry: '/remotes/chat/abc/remote-entry.js',
  container: 'portal_chat',
  contract: { from: '1.0', below: '2.0' },
  files: 'f'.repeat(64),
  integrity: { 'remote-entry.js': 'sha384-a', 'font.woff2': 'sha384-b' },
  navigation: [],
  routes: [{ path: '/chat', screen: 'chat', when: ['member'], title: 'Chat', layout: 'sidebar' }],
}

async function signed(entry: RemoteEntry, { privateKey } = ours): Promise<RemoteEntry> {
  const statement = new TextEncoder().encode(remoteStatement(entry))
  const signature = base64(await crypto.subtle.sign('Ed25519', privateKey, statement))
  // As it arrives: with fewer hashes, and names in another order.
  const { name, ...others } = entryForBrowsers({ ...entry, signature })
  return { ...others, name }
}

afterEach(() => vi.restoreAllMocks())

describe.each([
  ['the browser', () => undefined],
  [
    'the library, in browsers without Ed25519',
    () =>
      void vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('', 'NotSupportedError')),
  ],
])('an entry, checked by %s', (_, prepare) => {
  it('runs as it was signed, with the marks that the gateway adds', async () => {
    prepare()
    const entry = { ...(await signed(plain)), isPreview: true, isWatched: true }
    await expect(createVerifier(keys)(entry)).resolves.toBeUndefined()
  })

  it.each<[string, (entry: RemoteEntry) => RemoteEntry | Promise<RemoteEntry>]>([
    ['the hash of its container', (entry) => ({ ...entry, integrity: { 'remote-entry.js': 'sha384-c' } })],
    ['no hashes', (entry) => ({ ...entry, integrity: {} })],
    ['another address', (entry) => ({ ...entry, entry: '/remotes/chat/abd/remote-entry.js' })],
    ['another route', (entry) => ({ ...entry, routes: [] })],
    ['another sum of its files', (entry) => ({ ...entry, files: 'e'.repeat(64) })],
    ['no signature', ({ signature: _signature, ...entry }) => entry],
    ['a signature that is none', (entry) => ({ ...entry, signature: '%' })],
    ['the signature of somebody else', () => signed(plain, theirs)],
  ])('is refused with %s', async (_what, change) => {
    prepare()
    await expect(createVerifier(keys)(await change(await signed(plain)))).rejects.toThrow(
      'chat abc is not signed',
    )
  })
})

describe('the keys of the page', () => {
  it('are needed only where there are some', async () => {
    await expect(createVerifier(null)(plain)).resolves.toBeUndefined()
  })

  it('let nothing run where they cannot be read', async () => {
    await expect(createVerifier('team=short')(await signed(plain))).rejects.toThrow('not signed')
  })
})
