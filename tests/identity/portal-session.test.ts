import { openIdentityAdmin } from '@portal/adapters/identity-admin/open-identity-admin'
import { Session } from '@portal/contracts/session'
import { embeddedEngines } from '@portal/deploy/standalone/embedded-engines'
import { makeInstallation } from '@portal/deploy/standalone/installation.fixture'
import { publicOrigin, topology } from '@portal/deploy/standalone/topology'
import { start as startGateway } from '@portal/gateway-service/main'
import { start as startIdentity } from '@portal/identity-service/main'
import type { RunningIdentityProvider } from '@portal/identity-service/service'
import type { IdentityAdmin } from '@portal/service-kit/ports/identity-admin'
import { start as startTeam } from '@portal/team-service/main'
import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'
import { signIn } from '@portal/testkit/sign-in'
import { afterAll, beforeAll, expect, it } from 'vitest'

const person = { username: 'ingrid', password: 'seven-quiet-harbours' }
const ends: (() => Promise<unknown>)[] = []
let environments: ReturnType<typeof topology>
let address: string
let admin: IdentityAdmin
let subject: string
let provider: RunningIdentityProvider

beforeAll(async () => {
  const installation = await makeInstallation((end) => ends.push(end))
  const engines = embeddedEngines(installation)
  environments = topology(installation, engines)
  address = publicOrigin(installation.ports)
  admin = openIdentityAdmin(engines.identity.admin)
  provider = await startIdentity({ ...environments.identity })
  ends.push(() => provider.stop())
  const parts = [await startTeam({ ...environments.team }), await startGateway({ ...environments.gateway })]
  ends.push(...parts.map((part) => () => part.stop()))
  ;({ subject } = await admin.createAccount({ ...person, email: 'ingrid@halden.example' }))
})

afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

async function personOf(browse: CookieFetch) {
  const answer = await browse('/api/session', { headers: { accept: 'application/json' } })
  return Session.parse(await answer.json()).person
}

it('a person logs in through the gateway and the portal knows who they are', async () => {
  const browse = await signIn({ address, ...person })
  expect(await personOf(browse)).toMatchObject({ email: 'ingrid@halden.example' })
})

it('wrong credentials end in a sentence, not in a session', async () => {
  await expect(signIn({ address, username: 'ingrid', password: 'a-wrong-password' })).rejects.toThrow(
    'The e-mail, user name or password is not right.',
  )
})

it('disabling the account ends the portal session by itself, long before its tokens are refreshed', async () => {
  const browse = await signIn({ address, ...person })
  await admin.disable(subject)
  await expect.poll(() => personOf(browse)).toBeNull()
  await admin.enable(subject)
})

it('logging out of the portal ends the session at the provider too, without a question', async () => {
  const browse = await signIn({ address, ...person })
  const out = await browse('/api/logout', { headers: { 'sec-fetch-site': 'same-origin' } })
  const end = await browse(out.headers.get('location') ?? '')
  expect([end.status, end.headers.get('location')]).toEqual([303, `${address}/`])
  expect(await personOf(browse)).toBeNull()
  const again = await browse('/api/login')
  const atProvider = await browse(again.headers.get('location') ?? '')
  expect(atProvider.headers.get('location')).toContain('/oidc/interaction/')
})

it('who is logged in stays so while the provider is away, and logging in works again after it is back', async () => {
  const browse = await signIn({ address, ...person })
  await provider.stop()
  try {
    expect(await personOf(browse)).not.toBeNull()
    await expect(signIn({ address, ...person })).rejects.toThrow()
  } finally {
    provider = await startIdentity({ ...environments.identity })
  }
  expect(await personOf(browse)).not.toBeNull()
  expect(await personOf(await signIn({ address, ...person }))).not.toBeNull()
})

it('the admin API cannot be reached through the portal', async () => {
  const headers = { authorization: `Bearer ${environments.identity?.ADMIN_SECRET}` }
  for (const path of [
    '/accounts?name=ingrid',
    '/oidc/accounts?name=ingrid',
    '/oidc/%2e%2e/accounts?name=ingrid',
  ]) {
    const answer = await fetch(`${address}${path}`, { headers: { ...headers, accept: 'application/json' } })
    expect(await answer.text()).not.toContain(subject)
  }
})
