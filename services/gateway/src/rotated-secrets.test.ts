import { randomBytes } from 'node:crypto'
import { delegationPath } from '@portal/contracts/delegation'
import { expect, it } from 'vitest'
import { eventually } from '../test/eventually.ts'
import {
  delegationSecret,
  type GatewayUnderTest,
  gatewaySecret,
  startGatewayUnderTest,
} from '../test/gateway-under-test.ts'
import { replicaBrowser } from '../test/replica-browser.ts'
import type { GatewayEnvironment } from './config.ts'
import { createPreviews } from './remotes/previews.ts'
import { createSeal } from './secrets/seal.ts'
import type { RunningGateway } from './service.ts'

const known = gatewaySecret.toString('base64')
const next = randomBytes(32)
const nextDelegation = randomBytes(32).toString('base64')

/** What an operator sets, one after the other, each until all replicas have it. */
const steps: readonly Partial<GatewayEnvironment>[] = [
  {
    GATEWAY_SECRET: `${known} ${next.toString('base64')}`,
    DELEGATION_SECRET: `${delegationSecret} ${nextDelegation}`,
  },
  {
    GATEWAY_SECRET: `${next.toString('base64')} ${known}`,
    DELEGATION_SECRET: `${nextDelegation} ${delegationSecret}`,
  },
  { GATEWAY_SECRET: next.toString('base64'), DELEGATION_SECRET: nextDelegation },
]

const fiveMinutes = 5 * 60_000
/** Gateways start seven times. */
const patience = 240_000

it(
  'secrets of the gateway are replaced while people work: nobody is logged out, nothing fails',
  async () => {
    let ahead = 0
    await using portal = await startGatewayUnderTest({}, () => Date.now() + ahead)
    await portal.addPerson('ada')
    const ada = replicaBrowser(await portal.signIn('ada'), portal.port)
    const token = await tokenOf(ada, portal.gateway)
    const first = await publishedKeys(portal.gateway)
    let delegation = delegationSecret
    for (const [at, changed] of steps.entries()) {
      // Some replicas have it already, the others not yet.
      await using replica = await portal.startReplica(changed)
      // Sessions are refreshed at the provider, with what is sealed in their rows.
      ahead += fiveMinutes
      const name = `person-${at}`
      await portal.addPerson(name)
      const newcomer = replicaBrowser(await portal.signIn(name), portal.port)
      for (const gateway of [portal.gateway, replica]) {
        expect((await ada(gateway, '/api/auth/user')).status).toBe(200)
        expect((await newcomer(gateway, '/api/auth/user')).status).toBe(200)
        expect(await statusOf(portal, gateway, token)).toBe(200)
        expect(await delegationStatus(gateway, delegation)).toBe(200)
      }
      const ofReplica = await tokenOf(newcomer, replica)
      expect(await statusOf(portal, portal.gateway, ofReplica)).toBe(200)
      await portal.restart(changed)
      delegation = changed.DELEGATION_SECRET?.split(' ')[0] ?? ''
      expect((await ada(portal.gateway, '/api/auth/user')).status).toBe(200)
      await letPass(portal, '2 minutes')
    }
    expect(await statusOf(portal, portal.gateway, token)).toBe(200)
    // A thief of the former secret has neither keys that count nor anybody's tokens.
    expect(await publishedKeys(portal.gateway)).toContain(first[0])
    await letPass(portal, '3 hours')
    await using later = await portal.startReplica(steps.at(-1))
    expect(await publishedKeys(later)).not.toContain(first[0])
    expect((await ada(later, '/api/auth/user')).status).toBe(200)
    expect(await delegationStatus(portal.gateway, delegationSecret)).toBe(401)
    await eventually(async () => expect(await sealedByFormer(portal)).toEqual([]))
  },
  patience,
)

it(
  'the client secret is replaced at the provider before or after the gateways: logins and sessions go on',
  async () => {
    let ahead = 0
    await using portal = await startGatewayUnderTest(
      { OIDC_CLIENT_SECRET: 'one-that-the-provider-knows-not-yet secret-of-the-gateway' },
      () => Date.now() + ahead,
    )
    await portal.addPerson('ada')
    const ada = replicaBrowser(await portal.signIn('ada'), portal.port)
    const before = await refreshTokens(portal)
    ahead += fiveMinutes
    await portal.restart({ OIDC_CLIENT_SECRET: 'secret-of-the-gateway one-that-the-provider-knew-before' })
    expect((await ada(portal.gateway, '/api/auth/user')).status).toBe(200)
    await eventually(async () => expect(await refreshTokens(portal)).not.toEqual(before))
    expect((await ada(portal.gateway, '/api/auth/user')).status).toBe(200)
  },
  patience,
)

it('a client secret that the provider does not know among those given lets nobody in', async () => {
  await using portal = await startGatewayUnderTest({ OIDC_CLIENT_SECRET: 'neither-this nor-that' })
  await portal.addPerson('ada')
  await expect(portal.signIn('ada')).rejects.toThrow()
})

it('without the secret that sealed the signing keys no gateway starts, and once they are removed it does, and people go on', async () => {
  await using portal = await startGatewayUnderTest()
  await portal.addPerson('ada')
  const ada = replicaBrowser(await portal.signIn('ada'), portal.port)
  const another = { GATEWAY_SECRET: next.toString('base64') }
  await expect(portal.startReplica(another)).rejects.toThrow(/does not open the stored signing keys/)
  await portal.database.platformTx((db) => db.execute('delete from signing_keys'))
  await using later = await portal.startReplica(another)
  expect(await publishedKeys(later)).toHaveLength(1)
  await eventually(async () => expect((await ada(later, '/api/auth/user')).status).toBe(200))
})

type Send = ReturnType<typeof replicaBrowser>

async function tokenOf(send: Send, gateway: RunningGateway): Promise<string> {
  const minted = await send(gateway, '/api/auth/token', { method: 'POST', body: {} })
  expect(minted.status).toBe(201)
  return (minted.json() as { token: string }).token
}

async function statusOf(portal: GatewayUnderTest, gateway: RunningGateway, token: string): Promise<number> {
  const bearer = replicaBrowser(portal.browser(), portal.port)
  const headers = { authorization: `Bearer ${token}` }
  return (await bearer(gateway, '/api/auth/user', { headers })).status
}

/** As chat asks for a passport of Ada's. */
async function delegationStatus({ internalUrl }: RunningGateway, secret: string): Promise<number> {
  const response = await fetch(`${internalUrl}${delegationPath}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ organizationId: 7, personId: 'person-ada' }),
  })
  return response.status
}

async function publishedKeys({ internalUrl }: RunningGateway): Promise<string[]> {
  const response = await fetch(`${internalUrl}/internal/passport-keys`)
  const { keys } = (await response.json()) as { keys: { kid: string }[] }
  return keys.map(({ kid }) => kid)
}

/** As if signing keys had been made so much earlier. */
async function letPass({ database }: GatewayUnderTest, interval: string): Promise<void> {
  await database.platformTx((db) =>
    db.execute(`update signing_keys set created_at = created_at - interval '${interval}'`),
  )
}

async function refreshTokens({ database }: GatewayUnderTest): Promise<string[]> {
  const rows = await database.platformTx((db) => db.execute('select sealed_refresh_token from sessions'))
  return rows.map((row) => String(row['sealed_refresh_token']))
}

/** Refresh tokens that the new secret does not open. */
async function sealedByFormer(portal: GatewayUnderTest): Promise<string[]> {
  const seal = createSeal([next], 'sessions')
  const ofAda = await portal.database.platformTx((db) =>
    db.execute(`select sealed_refresh_token from sessions where person_id = 'person-ada'`),
  )
  const texts = ofAda.map((row) => String(row['sealed_refresh_token']))
  expect(texts.length).toBeGreaterThan(0)
  return texts.filter((text) => seal.open(text) === null)
}

it('links to previews work while the secret is replaced', () => {
  const preview = { personId: 'ada', name: 'chat', version: '2', until: Date.now() + 60_000 }
  const made = createPreviews([gatewaySecret]).make(preview)
  expect(createPreviews([next, gatewaySecret]).open(made)).toEqual(preview)
  expect(createPreviews([next]).open(made)).toBeNull()
})
