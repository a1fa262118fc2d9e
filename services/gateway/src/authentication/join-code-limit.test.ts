import type { EventEnvelope } from '@portal/contracts/events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type GatewayUnderTest, startGatewayUnderTest } from '../../test/gateway-under-test.ts'

let portal: GatewayUnderTest

beforeEach(async () => {
  portal = await startGatewayUnderTest({ RATE_JOIN_CODE: '1/3', TRUSTED_PROXIES: 1 })
})
afterEach(() => portal[Symbol.asyncDispose]())

async function somebody(name: string) {
  await portal.addPerson(name, { organization: null, role: null })
  const browser = await portal.signIn(name)
  const send = async (address: string, path: string, method = 'GET') => {
    const headers = { 'x-forwarded-for': address, 'sec-fetch-site': 'same-origin' }
    return (await browser(path, { method, headers })).status
  }
  return {
    lookUp: (address: string) => send(address, `/api/organizations/by-code/${crypto.randomUUID()}`),
    join: (address: string) => send(address, `/api/organizations/join/${crypto.randomUUID()}`, 'POST'),
    other: (address: string) => send(address, '/api/documents'),
  }
}

const asked = () => portal.team.arrived.filter(({ url }) => url.startsWith('/api/organizations/')).length

it('one person cannot scan codes from many addresses, looking up and joining counted together', async () => {
  const scanner = await somebody('scanner')
  const statuses = [
    await scanner.lookUp('192.0.2.1'),
    await scanner.join('192.0.2.2'),
    await scanner.lookUp('192.0.2.3'),
    await scanner.lookUp('192.0.2.4'),
    await scanner.join('192.0.2.5'),
  ]
  expect(statuses).toEqual([200, 200, 200, 429, 429])
  expect(asked()).toBe(3)
  expect(await scanner.other('192.0.2.1')).toBe(200)
})

it('many people cannot scan codes from one address, nor from the neighbours in an IPv6 network', async () => {
  const statuses: number[] = []
  for (const [position, name] of ['one', 'two', 'three', 'four'].entries()) {
    const person = await somebody(name)
    statuses.push(await person.lookUp(`2001:db8:1:2::${position + 1}`))
    if (name !== 'four') continue
    expect(await person.lookUp('2001:db8:1:3::1')).toBe(200)
  }
  expect(statuses).toEqual([200, 200, 200, 429])
})

it('whoever scans codes is in the audit, with no word of the codes', async () => {
  const denied: EventEnvelope[] = []
  const handle = async (envelope: EventEnvelope) => {
    if (envelope.type === 'access.denied') denied.push(envelope)
  }
  await portal.bus.subscribe({ group: 'watcher', topics: ['gateway'], handle })
  const scanner = await somebody('scanner')
  for (let times = 0; times < 5; times += 1) await scanner.lookUp('192.0.2.1')
  await vi.waitFor(() => expect(denied).toHaveLength(2))
  for (const { actorid, subject, data } of denied)
    expect([actorid, subject, data]).toEqual([
      'person-scanner',
      'GET /api/organizations/by-code/{code}',
      { code: 'rate_limited', suppressed: 0 },
    ])
})
