import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { httpDelegates } from './http-delegates.ts'

const delegated = { passport: 'passport-of-dan', role: 'manager', departments: [1] }
let cuts = 0
let status = 200
const server = createServer((request, response) => {
  cuts -= 1
  if (cuts >= 0) request.socket.destroy()
  else response.writeHead(status).end(JSON.stringify(delegated))
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => {
  cuts = 0
  status = 200
})
afterAll(() => void server.close())

function passportOfDan() {
  const { port } = server.address() as AddressInfo
  const delegates = httpDelegates(`http://127.0.0.1:${port}`, 'secret-of-chat')
  return delegates.passportOf({ organizationId: 1, personId: 'dan' }, new AbortController().signal)
}

it('asks another process of the gateway when one leaves in the midst', async () => {
  cuts = 1
  expect(await passportOfDan()).toMatchObject(delegated)
})

it('a gateway that is away is said to be so', async () => {
  cuts = 10
  await expect(passportOfDan()).rejects.toMatchObject({ name: 'EngineUnavailable' })
})

it('who left the organization gets none', async () => {
  status = 404
  expect(await passportOfDan()).toBeNull()
})
