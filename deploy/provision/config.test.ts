import { expect, it } from 'vitest'
import { readProvisionTargets } from './config.ts'

const stores = {
  EVENTS_URL: 'kafka://127.0.0.1:9092',
  BLOBS_URL: 's3+http://u:p@127.0.0.1:9000/portal',
  SEARCH_URL: 'elasticsearch+http://127.0.0.1:9200/portal',
}

it('leaves the provider to somebody else where no account may make realms', () => {
  expect(readProvisionTargets(stores)).toEqual({
    events: stores.EVENTS_URL,
    blobs: stores.BLOBS_URL,
    search: stores.SEARCH_URL,
    identity: null,
  })
})

it('with one, names everything that its realm lacks', () => {
  const environment = { ...stores, IDENTITY_PROVISION_URL: 'keycloak://c:s@h:8080/auth/realms/master' }
  expect(() => readProvisionTargets(environment)).toThrow(
    /PUBLIC_ORIGIN: .+; OIDC_CLIENT_SECRET: .+; IDENTITY_ADMIN_SECRET: .+; BACKCHANNEL_LOGOUT_URL: /,
  )
})
