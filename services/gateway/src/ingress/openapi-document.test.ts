import { allRoutes } from '@portal/contracts/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { type GatewayUnderTest, startGatewayUnderTest } from '../../test/gateway-under-test.ts'

const Media = z.record(z.string(), z.object({ schema: z.looseObject({}) }))
const Operation = z.object({
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string() })).optional(),
  requestBody: z.object({ content: Media }).optional(),
  responses: z.record(
    z.string(),
    z.object({ headers: z.looseObject({}).optional(), content: Media.optional() }),
  ),
})
const OpenApi = z.object({
  openapi: z.literal('3.1.0'),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
})

let portal: GatewayUnderTest
let document: z.infer<typeof OpenApi>

beforeAll(async () => {
  portal = await startGatewayUnderTest()
  const response = await portal.browser()('/api/openapi.json')
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
  document = OpenApi.parse(await response.json())
})
afterAll(() => portal[Symbol.asyncDispose]())

const operation = (method: string, path: string) => document.paths[path]?.[method]

it('a visitor reads one document of every public route and of no internal one', () => {
  expect(document.servers).toEqual([{ url: portal.origin }])
  for (const { route } of allRoutes()) {
    const described = operation(route.method.toLowerCase(), route.path)
    expect([route.path, described !== undefined]).toEqual([route.path, route.isPublicPath])
  }
  for (const path of ['/api/login', '/api/logout', '/api/events'])
    expect(document.paths).toHaveProperty([path])
})

it('exports and event streams have their own media types, and uploads are multipart with a file', () => {
  const types = (path: string) => Object.keys(operation('get', path)?.responses['200']?.content ?? {})
  for (const path of ['/api/audit/export', '/api/master/audit/export'])
    expect(types(path)).toEqual(['text/csv', 'application/x-ndjson'])
  expect(types('/api/events')).toEqual(['text/event-stream'])
  const { content = {} } = operation('post', '/api/documents')?.requestBody ?? {}
  expect(Object.keys(content)).toEqual(['multipart/form-data'])
  expect(content['multipart/form-data']?.schema).toMatchObject({
    required: ['file'],
    properties: { file: { type: 'string' }, title: { type: 'string' } },
  })
})

it('lists announce their total, every route its errors and who may call it', () => {
  const list = operation('get', '/api/documents')
  expect(list?.responses['200']?.headers).toHaveProperty('x-total-count')
  expect(list?.responses.default?.content).toHaveProperty(['application/json'])
  expect(list?.security).toEqual([{ session: [] }, { token: [] }])
  expect(operation('delete', '/api/documents/{id}')?.security).toEqual([{ session: [] }])
  expect(operation('get', '/api/status')?.security).toContainEqual({})
})

it('who has the document is told that it is the same, and gets it compressed otherwise', async () => {
  const read = (headers: Record<string, string>) => fetch(`${portal.origin}/api/openapi.json`, { headers })
  const first = await read({ 'accept-encoding': 'br' })
  expect([first.status, first.headers.get('content-encoding')]).toEqual([200, 'br'])
  expect(OpenApi.parse(await first.json())).toEqual(document)
  const again = await read({ 'if-none-match': first.headers.get('etag') ?? '' })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

it('an address reads the document only as often as it may ask for anything else', async () => {
  await portal.restart({ RATE_ADDRESS: '1/3' })
  const statuses: number[] = []
  for (let read = 0; read < 4; read += 1)
    statuses.push((await fetch(`${portal.origin}/api/openapi.json`)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
})
