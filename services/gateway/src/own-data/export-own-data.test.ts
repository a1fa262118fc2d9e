import type { ServerResponse } from 'node:http'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FixedService, json, type Respond, startFixedService } from '../../test/fixed-service.ts'
import { type GatewayUnderTest, startGatewayUnderTest } from '../../test/gateway-under-test.ts'

const path = '/internal/own-data'
const opened = new AsyncDisposableStack()
let portal: GatewayUnderTest
let analytics: FixedService

/** Answers for the part of a person's data, and for the rest as before. */
const withPart = (service: FixedService, part: Respond) => {
  const before = service.respond
  service.respond = (incoming, outgoing) =>
    incoming.url === path ? part(incoming, outgoing) : before(incoming, outgoing)
}

beforeAll(async () => {
  analytics = opened.use(await startFixedService((_, outgoing) => json(outgoing, { Activity: [] })))
  portal = opened.use(await startGatewayUnderTest({ ANALYTICS_URL: analytics.url }))
  withPart(portal.team, (_, outgoing) => json(outgoing, { Profile: [{ id: 'person-ada' }] }))
  withPart(portal.documents, (_, outgoing) => json(outgoing, { Comments: [{ text: 'Why ten?' }] }))
  withPart(portal.chat, (_, outgoing) => json(outgoing, { Conversations: [] }))
  for (const name of ['ada', 'bob', 'dan', 'eve', 'fay', 'gus', 'hal']) await portal.addPerson(name)
})
afterAll(() => opened.disposeAsync())

it('puts the parts of all services that keep something together, asked on the person’s passport', async () => {
  const ada = await portal.signIn('ada')
  const response = await ada('/api/profile/export')
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="your-data.zip"',
    'cache-control': 'no-store',
  })
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const read = (name: string): unknown => JSON.parse(strFromU8(files[name] ?? new Uint8Array()))
  expect(Object.keys(files).sort()).toEqual([
    'analytics/activity.json',
    'chat/conversations.json',
    'documents/comments.json',
    'gateway/access-tokens.json',
    'gateway/sessions.json',
    'index.html',
    'team/profile.json',
  ])
  expect(read('documents/comments.json')).toEqual([{ text: 'Why ten?' }])
  expect(read('gateway/sessions.json')).toHaveLength(1)
  const asked = portal.chat.arrived.find(({ url }) => url === path)
  const [, claims = ''] = String(asked?.headers['x-portal-passport']).split('.')
  const passport = JSON.parse(Buffer.from(claims, 'base64url').toString())
  expect(passport).toMatchObject({ sub: 'person-ada', aud: ['chat'], kind: 'person' })
})

it('is not made without a part that cannot be read', async () => {
  const bob = await portal.signIn('bob')
  await analytics.stop()
  const response = await bob('/api/profile/export')
  await analytics.listen()
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({
    code: 'upstream_unavailable',
    message: 'A part of your data cannot be read at the moment. Please try again in a few minutes.',
  })
})

it('is made by another process of a service when one leaves in the midst', async () => {
  const dan = await portal.signIn('dan')
  const { respond } = portal.documents
  withPart(portal.documents, (incoming) => {
    portal.documents.respond = respond
    incoming.socket.destroy()
  })
  expect((await dan('/api/profile/export')).status).toBe(200)
})

it('is for whoever is signed in, a few times a minute, and no part is reached from outside', async () => {
  expect((await portal.browser()('/api/profile/export')).status).toBe(401)
  const eve = await portal.signIn('eve')
  const statuses: number[] = []
  for (let time = 0; time < 4; time += 1) statuses.push((await eve('/api/profile/export')).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  const arrived = portal.chat.arrived.length
  expect((await (await eve(path)).text()).includes('Conversations')).toBe(false)
  expect(portal.chat.arrived).toHaveLength(arrived)
})

it('is made for two people at a time, and then for the next', async () => {
  const [fay, gus, hal] = [await portal.signIn('fay'), await portal.signIn('gus'), await portal.signIn('hal')]
  const held: ServerResponse[] = []
  withPart(portal.chat, (_, outgoing) => void held.push(outgoing))
  const release = () => {
    for (const outgoing of held.splice(0)) json(outgoing, { Conversations: [] })
  }
  const first = [fay('/api/profile/export'), gus('/api/profile/export')]
  await expect.poll(() => held.length).toBe(2)
  const third = hal('/api/profile/export')
  // Long enough for the third to get there: these go the same way.
  for (let time = 0; time < 10; time += 1) await hal('/api/chat/conversations')
  expect(held).toHaveLength(2)
  release()
  for (const response of await Promise.all(first)) expect(response.status).toBe(200)
  await expect.poll(() => held.length).toBe(1)
  release()
  expect((await third).status).toBe(200)
})
