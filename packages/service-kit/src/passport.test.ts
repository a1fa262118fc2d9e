import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { expect, it, onTestFinished } from 'vitest'
import { remotePassportKeys } from './passport.ts'

const keyNamed = async (kid: string) => {
  const { publicKey } = await generateKeyPair('RS256')
  return { ...(await exportJWK(publicKey)), kid, alg: 'RS256' }
}
const nothing = { payload: '', signature: '' }

/** A gateway that answers or breaks off as `respond` says. */
async function gatewayUrl(respond: RequestListener): Promise<string> {
  const gateway = createServer(respond)
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    gateway.close()
  })
  const { port } = gateway.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

it('finds the key although one of several gateways cuts the connection, as it does when it leaves', async () => {
  const keys = [await keyNamed('first')]
  let asked = 0
  const url = await gatewayUrl(({ socket }, response) => {
    asked += 1
    if (asked === 1) socket.destroy()
    else response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }))
  })
  const find = remotePassportKeys(url)
  await expect(find({ alg: 'RS256', kid: 'first' }, nothing)).resolves.toBeDefined()
  expect(asked).toBe(2)
})

it('finds a key that a gateway began to use right after the keys were fetched, and waits for no unknown one twice', async () => {
  const keys = [await keyNamed('first')]
  let asked = 0
  const url = await gatewayUrl((_, response) => {
    asked += 1
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }))
  })
  const find = remotePassportKeys(url)
  await find({ alg: 'RS256', kid: 'first' }, nothing)
  keys.push(await keyNamed('second'))
  const found = Array.from({ length: 3 }, () => find({ alg: 'RS256', kid: 'second' }, nothing))
  for (const key of await Promise.all(found)) expect(key).toBeDefined()
  expect(asked).toBe(2)
  await expect(find({ alg: 'RS256', kid: 'third' }, nothing)).rejects.toThrow('no applicable key')
  expect(asked).toBe(3)
})
