import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { json } from '../../test/fixed-service.ts'
import { type GatewayUnderTest, startGatewayUnderTest } from '../../test/gateway-under-test.ts'

/** Of a service. */
const slots = 256
const crowd = ['ann', 'bob', 'cid', 'dot', 'fay', 'gus']

type Browser = Awaited<ReturnType<GatewayUnderTest['signIn']>>

let portal: GatewayUnderTest

beforeAll(async () => {
  // Of one person here, as several people of an organization have them.
  const unlimited = { RATE_SESSION: '90000/90000', RATE_PERSON: '90000/90000', RATE_ADDRESS: '90000/90000' }
  const atOnce = { IN_FLIGHT_PERSON: 1000, IN_FLIGHT_SESSION: 1000, IN_FLIGHT_ADDRESS: 1000 }
  portal = await startGatewayUnderTest({ ...unlimited, ...atOnce })
  await portal.addPerson('ada')
  await portal.addPerson('eve', { organization: { id: 8, name: 'Other' } })
  for (const [at, name] of crowd.entries())
    await portal.addPerson(name, { organization: { id: 100 + at, name } })
})
afterAll(() => portal[Symbol.asyncDispose]())
beforeEach(() => {
  portal.documents.respond = () => undefined
})

/** Requests that last until `left`. */
function hold(browser: Browser, count: number, left: AbortSignal): Promise<unknown>[] {
  return Array.from({ length: count }, () =>
    browser('/api/documents', { signal: left }).then(
      ({ status }) => status,
      () => 'left',
    ),
  )
}
const areHeld = (count: number) => eventually(() => expect(portal.documents.open.size).toBe(count))
const answersAgain = () => {
  portal.documents.respond = (_, outgoing) => json(outgoing, [])
}

it('an organization whose requests last leaves a quarter of the slots to others, and gets its own back', async () => {
  const [ada, eve] = [await portal.signIn('ada'), await portal.signIn('eve')]
  const leaving = new AbortController()
  const held = hold(ada, (3 / 4) * slots, leaving.signal)
  await areHeld((3 / 4) * slots)
  answersAgain()
  const refused = await ada('/api/documents')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await refused.json()).toMatchObject({ code: 'rate_limited' })
  expect((await eve('/api/documents')).status).toBe(200)
  // Another service has slots of its own.
  expect((await ada('/api/conversations')).status).toBe(200)
  leaving.abort()
  await Promise.all(held)
  await eventually(async () => expect((await ada('/api/documents')).status).toBe(200))
})

it('six organizations with fifty lasting requests each leave slots to those who come', async () => {
  const browsers = await Promise.all(crowd.map((name) => portal.signIn(name)))
  const eve = await portal.signIn('eve')
  const leaving = new AbortController()
  const held = browsers.flatMap((browser) => hold(browser, 50, leaving.signal))
  const refusals = () => held.length - portal.documents.open.size
  const answered: unknown[] = []
  for (const one of held) void one.then((status) => answered.push(status))
  await eventually(() => expect([answered.length, new Set(answered)]).toEqual([refusals(), new Set([429])]))
  expect(portal.documents.open.size).toBeGreaterThan(slots / 2)
  answersAgain()
  for (let time = 0; time < 5; time += 1) expect((await eve('/api/documents')).status).toBe(200)
  leaving.abort()
  await Promise.all(held)
})
