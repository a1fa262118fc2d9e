import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { createLogger } from '@portal/service-kit/logger'
import { testCertificate } from '@portal/testkit/mail/test-certificate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBlobStore } from '../blob-store/open-blob-store.ts'
import { openDocumentParser } from '../document-parser/open-document-parser.ts'
import { openEmbedder } from '../embedder/open-embedder.ts'
import { openEventBus } from '../event-bus/open-event-bus.ts'
import { openIdentityAdmin } from '../identity-admin/open-identity-admin.ts'
import { openSearchIndex } from '../search-index/open-search-index.ts'
import { connectionTrouble } from './connection-trouble.ts'

const log = createLogger({ service: 'test', level: 'silent' })

const textFile = { content: new TextEncoder().encode('Badges are worn.'), type: 'text/plain' } as const

/** Asks an engine at a host whether it is well, over TLS. */
const engines: readonly (readonly [string, (host: string) => Promise<unknown>])[] = [
  ['Kafka', async (host) => (await openEventBus(`kafka+tls://${host}`, { name: 'test', log })).check()],
  [
    'Kafka',
    async (host) => (await openEventBus(`kafka+tls://${host}`, { name: 'test', log })).lag('g', ['t']),
  ],
  [
    'Elasticsearch',
    async (host) => (await openSearchIndex(`elasticsearch+https://u:p@${host}/test`)).check(),
  ],
  ['The file store', async (host) => (await openBlobStore(`s3+https://k:s@${host}/bucket`)).check()],
  ['The document parser', async (host) => (await openDocumentParser(`unstructured+https://${host}`)).check()],
  [
    'The document parser',
    async (host) => (await openDocumentParser(`unstructured+https://${host}`)).parse(textFile),
  ],
  ['Keycloak', (host) => openIdentityAdmin(`keycloak+https://c:s@${host}/realms/r`).findSubject('x')],
  [
    'The sentence encoder',
    async (host) => (await openEmbedder(`openai+https://${host}/v1?model=m&dimensions=8`, { log })).check(),
  ],
]

const servers: Server[] = []

/** Listens on a free port and returns it. */
async function listening(server: Server): Promise<string> {
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

let encrypted: string
let plain: string
let closing: string
beforeAll(async () => {
  encrypted = await listening(createTlsServer(testCertificate).on('tlsClientError', () => 'not trusted'))
  const onData = (answer: string) =>
    createServer((socket) => socket.on('error', () => 'gone').on('data', () => socket.end(answer)))
  plain = await listening(onData('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n'))
  closing = await listening(onData(''))
})
afterAll(() => {
  for (const server of servers) server.close()
})

describe.each(engines)('the address of an engine: %s', (name, ask) => {
  it('whose certificate nobody vouches for, says so', () =>
    expect(ask(encrypted)).rejects.toMatchObject({
      message: `${name} has a certificate that is not trusted.`,
    }))

  it.each([
    ['answers in plain', () => plain],
    ['closes', () => closing],
  ])('that asks for encryption where the other end %s, says so', (_, host) =>
    expect(ask(host())).rejects.toMatchObject({ message: `${name} is not encrypted as its address says.` }),
  )
})

it('an unknown host is not mistaken for an engine that is down', () => {
  const looked = Object.assign(new Error('getaddrinfo ENOTFOUND kafak'), { code: 'ENOTFOUND' })
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), { code: 'ECONNREFUSED' })
  expect(connectionTrouble(new TypeError('fetch failed', { cause: looked }))).toBe(
    'has a host name that cannot be resolved',
  )
  expect(connectionTrouble(new TypeError('fetch failed', { cause: refused }))).toBeNull()
})
