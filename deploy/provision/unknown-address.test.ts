import { expect, it } from 'vitest'
import { provisionEngines } from './provision-engines.ts'

const realm = {
  origin: 'http://localhost:9',
  gatewaySecret: 'a',
  identityAdminSecret: 'b',
  backchannelLogoutUrl: 'http://localhost:9/api/backchannel-logout',
  mailer: '',
}
const identity = { url: 'keycloak://client:secret@127.0.0.1:9/realms/master', realm }
const known = {
  events: 'log:postgres://u:p@127.0.0.1:9/events',
  blobs: 'file:files',
  search: 'sqlite:search',
}

it.each([
  ['events', 'rabbit://user:canary@h', 'No event bus speaks rabbit: use '],
  ['blobs', 'gs://user:canary@bucket', 'There is no file store for "gs:"; use '],
  ['search', 'solr://user:canary@h', 'The search index address "solr:…" is not known; use '],
])(
  'an address for %s that no adapter speaks is not taken for one that needs nothing',
  async (name, url, sentence) => {
    const provisioned = provisionEngines({ ...known, identity, [name]: url }, () => undefined)
    await expect(provisioned).rejects.toThrow(sentence)
    await expect(provisioned).rejects.not.toThrow('canary')
  },
)
