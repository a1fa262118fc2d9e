import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { expect, it, onTestFinished } from 'vitest'
import { remotePassportKeys } from './passport.ts'

it('finds the key although one of several gateways cuts the connection, as it does when it leaves', async () => {
  const { publicKey } = await generateKeyPair('RS256')
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'first', alg: 'RS256' }]
  let asked = 0
  const gateway = createServer(({ socket }, response) => {
    asked += 1
    if (asked === 1) socket.destroy()
    else response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }))
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    gateway.close()
  })
  const { port } = gateway.address() as AddressInfo
  const find = remotePassportKeys(`http://127.0.0.1:${port}`)
  await expect(find({ alg: 'RS256', kid: 'first' }, { payload: '', signature: '' })).resolves.toBeDefined()
  expect(asked).toBe(2)
})
