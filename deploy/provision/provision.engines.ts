import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { engineUrl } from '@portal/testkit/engines'
import { beforeAll, expect, test } from 'vitest'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))
let environment: Record<string, string>

beforeAll(async () => {
  const unique = randomBytes(4).toString('hex')
  environment = {
    EVENTS_URL: await engineUrl('kafka'),
    BLOBS_URL: (await engineUrl('s3')).replace('/portal?', `/portal-${unique}?`),
    SEARCH_URL: (await engineUrl('elasticsearch')).replace(/portal$/, `portal-${unique}`),
    IDENTITY_PROVISION_URL: await engineUrl('keycloak'),
    PUBLIC_ORIGIN: 'http://localhost:9',
    OIDC_CLIENT_SECRET: 'a secret of the gateway',
    IDENTITY_ADMIN_SECRET: 'a secret of its own',
    BACKCHANNEL_LOGOUT_URL: 'http://localhost:9/api/backchannel-logout',
  }
})

test('provisioning makes what is missing, and a second run finds nothing to do', async () => {
  await provision(environment)
  expect(await provision(environment)).toBe('The engines have what the portal needs.\n')
})

test('without an address it does not begin, and names every one that is missing', async () => {
  const { BLOBS_URL: _, EVENTS_URL: __, ...rest } = environment
  await expect(provision(rest)).rejects.toThrow(
    /The configuration is not complete. EVENTS_URL: .+; BLOBS_URL: /,
  )
})

/** Runs `npm run provision`; resolves to its output. */
async function provision(env: Record<string, string>): Promise<string> {
  const args = ['--disable-warning=ExperimentalWarning', main]
  return (await promisify(execFile)(process.execPath, args, { env, timeout: 280_000 })).stdout
}
