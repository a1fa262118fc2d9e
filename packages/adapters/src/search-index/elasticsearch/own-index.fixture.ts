import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SearchIndex } from '@portal/service-kit/ports/search-index'
import { suiteEncoder } from '@portal/testkit/conformance/search-index/index-under-test'
import { engineUrl } from '@portal/testkit/engines'
import { openElasticsearchSearchIndex } from '../elasticsearch-search-index.ts'
import { provisionElasticsearch } from './provision-elasticsearch.ts'

const closing: (() => Promise<void>)[] = []
let lastPrefix = 0

/** Closes what a test has opened, last first. */
export async function closeAll(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close()
}

/** The address of an installation that is not provisioned yet. */
export async function prefixUrl(prefix: string): Promise<string> {
  return Object.assign(new URL(await engineUrl('elasticsearch')), { pathname: `/${prefix}` }).href
}

/** The address of a provisioned installation. */
export async function provisioned(prefix: string): Promise<string> {
  const url = await prefixUrl(prefix)
  await provisionElasticsearch(url)
  return url
}

/** An installation of a test's own. */
export function ownUrl(): Promise<string> {
  return provisioned(`own-${process.pid}-${++lastPrefix}`)
}

/** An index that is closed after the test; not prepared. */
export function opening(url: string): SearchIndex {
  const index = openElasticsearchSearchIndex(url)
  closing.push(() => index.close())
  return index
}

/** An index that is prepared, and closed after the test. */
export async function opened(url: string): Promise<SearchIndex> {
  const index = opening(url)
  await index.prepare(suiteEncoder)
  return index
}

interface Answer {
  readonly status: number
  readonly body: string
}

/** What happens to a request: it may be held, answered, or forwarded with another body. */
export type Alter = (
  request: { readonly path: string; readonly body: string },
  forward: (body?: string) => Promise<Answer>,
) => Promise<Answer>

/** The address through a proxy for faults that a healthy engine lacks; it ends with the test. */
export async function throughProxy(url: string, alter: Alter): Promise<string> {
  const server = createServer((request, response) => {
    pass(request, response, { origin: `http://${new URL(url).host}`, alter }).catch(() => response.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closing.push(async () => {
    server.closeAllConnections()
    await server[Symbol.asyncDispose]()
  })
  const { port } = server.address() as AddressInfo
  return Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  { origin, alter }: { readonly origin: string; readonly alter: Alter },
): Promise<void> {
  const { method = 'GET', url: path = '/' } = request
  const body = (await request.toArray()).join('')
  const names = ['authorization', 'content-type', 'accept'] as const
  const headers = names.flatMap((name) => (request.headers[name] ? [[name, request.headers[name]]] : []))
  const answer = await alter({ path, body }, async (other = body) => {
    const init = { method, headers: Object.fromEntries(headers) }
    const passed = await fetch(origin + path, other === '' ? init : { ...init, body: other })
    return { status: passed.status, body: await passed.text() }
  })
  const type = request.headers.accept?.split(',')[0] ?? 'application/json'
  response.writeHead(answer.status, { 'content-type': type, 'x-elastic-product': 'Elasticsearch' })
  response.end(answer.body)
}

async function ask(url: string, path: string, init: RequestInit = {}): Promise<unknown> {
  const { host, username, password } = new URL(url)
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const headers = { authorization, 'content-type': 'application/json' }
  const response = await fetch(`http://${host}${path}`, { ...init, headers })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

const prefixOf = (url: string) => new URL(url).pathname

/** How many passages the engine holds, whether they count or not. */
export async function storedPassages(url: string): Promise<number> {
  await ask(url, `${prefixOf(url)}-passages/_refresh`, { method: 'POST' })
  const counted = await ask(url, `${prefixOf(url)}-passages/_count`)
  return Number((counted as { count: number }).count)
}

/** The indices of passages. */
export async function generations(url: string): Promise<string[]> {
  return Object.keys(Object(await ask(url, `${prefixOf(url)}-passages/_alias`)))
}

/** Removes indices (all by default) and templates, as if the engine were set up anew. */
export async function wipe(url: string, part = ''): Promise<void> {
  const prefix = prefixOf(url)
  const found = await ask(url, `${prefix}-${part}*/_settings?filter_path=*.settings.index.uuid`)
  const indices = Object.keys(Object(found))
  if (indices.length > 0) await ask(url, `/${indices.join(',')}`, { method: 'DELETE' })
  if (part === '') await ask(url, `/_index_template${prefix}-*`, { method: 'DELETE' })
}

/** What Elasticsearch does to indices at a disk's flood stage, and undoes afterwards. */
export async function block(url: string, isFull: boolean): Promise<void> {
  const body = JSON.stringify({ 'index.blocks.read_only_allow_delete': isFull ? true : null })
  await ask(url, `${prefixOf(url)}-*/_settings`, { method: 'PUT', body })
}
