import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Identity } from '@portal/contracts/team'
import { expect, it, onTestFinished } from 'vitest'
import { IdentityClient } from './identity-client.ts'

const noor: Identity = {
  ...{ personId: 'noor', email: null, firstName: 'Noor', lastName: null, profileImageUrl: null },
  ...{ organization: null, role: null, departments: [], sessionsValidFrom: null },
  ...{ isMasterAdmin: false, isDisabled: false },
}
const cut: RequestListener = ({ socket }) => socket.destroy()
const answer: RequestListener = (_, response) =>
  response.setHeader('content-type', 'application/json').end(JSON.stringify(noor))

/** A team of processes that answer in this order, the last one from then on. */
async function clientOf(...processes: readonly [RequestListener, ...RequestListener[]]) {
  let asked = 0
  const server = createServer((request, response) => {
    const listener = processes[Math.min(asked, processes.length - 1)] ?? answer
    asked += 1
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const teamUrl = `http://127.0.0.1:${port}`
  return {
    client: new IdentityClient({ teamUrl, servicePassport: async () => 'passport' }),
    asked: () => asked,
  }
}

it.each<[string, RequestListener]>([
  ['cuts the connection', cut],
  ['is not ready', (_, response) => response.writeHead(503).end('{}')],
])('a person is known although one process of team that %s is leaving', async (_, leaving) => {
  const { client } = await clientOf(leaving, answer)
  expect((await client.read('noor'))?.identity).toEqual(noor)
})

it('a person is known although five connections in a row ended at a process that is leaving', async () => {
  const { client } = await clientOf(cut, cut, cut, cut, cut, answer)
  expect((await client.read('noor'))?.identity).toEqual(noor)
})

it('a person who could not be looked up does not keep the next from being asked about', async () => {
  const { client } = await clientOf(cut, cut, cut, cut, cut, cut, answer)
  await expect(client.read('ines')).rejects.toMatchObject({ code: 'upstream_unavailable' })
  expect((await client.read('noor'))?.identity).toEqual(noor)
})

it('logins that team does not answer keep nobody from being known who is logged in', async () => {
  const { client } = await clientOf((request, response) =>
    (request.method === 'POST' ? cut : answer)(request, response),
  )
  const claims = { issuer: 'realm', subject: 'ines', username: 'ines', email: null, isEmailVerified: false }
  const login = () => client.resolve({ ...claims, firstName: null, lastName: null })
  const logins = await Promise.allSettled(Array.from({ length: 8 }, login))
  expect(logins.map(({ status }) => status)).toEqual(Array(8).fill('rejected'))
  expect((await client.read('noor'))?.identity).toEqual(noor)
})

it('an answer is an answer: nobody is asked again for a person who is not there', async () => {
  const { client, asked } = await clientOf((_, response) => response.writeHead(404).end('{}'), answer)
  expect(await client.read('noor')).toBeNull()
  expect(asked()).toBe(1)
})

it('a change of an organization makes its members be looked up anew, and nobody else', async () => {
  const organizations = new Map([
    ['ada', { id: 7, name: 'Acme' }],
    ['eve', { id: 8, name: 'Other' }],
  ])
  const asked: string[] = []
  const { client } = await clientOf(({ url }, response) => {
    const personId = url?.split('/').at(-1) ?? ''
    asked.push(personId)
    const person: Identity = { ...noor, personId, organization: organizations.get(personId) ?? null }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(person))
  })
  const dropped: number[] = []
  client.on('dropOrganization', (organizationId) => dropped.push(organizationId))
  const readAll = async () => {
    for (const personId of ['noor', 'ada', 'eve']) await client.read(personId)
  }
  await readAll()
  client.dropOrganization(7)
  await readAll()
  expect(asked).toEqual(['noor', 'ada', 'eve', 'ada'])
  expect(dropped).toEqual([7])
})

it('a team that is away is asked a bounded number of times, and soon not at all', async () => {
  const { client, asked } = await clientOf(cut)
  for (let turn = 0; turn < 20; turn += 1)
    await expect(client.read(`person ${turn}`)).rejects.toMatchObject({ code: 'upstream_unavailable' })
  expect(asked()).toBeLessThan(20)
})
