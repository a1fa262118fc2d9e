import { withAdmin } from '@portal/adapters/event-bus/kafka/kafka-admin'
import { openKafka } from '@portal/adapters/event-bus/kafka/kafka-client'
import { eventTopics } from '@portal/contracts/services'
import { OpenedEngines } from '@portal/deploy/cluster/engines/opened-engines'
import { databaseName } from '@portal/deploy/standalone/topology'
import { provisionDatabase } from '@portal/service-kit/database/provision-database'
import { createLogger } from '@portal/service-kit/logger'
import { sleep } from '@portal/service-kit/sleep'

// Run in a cluster's network: makes the databases that an operator makes who has lost all stores
// but the backups, and names a bucket and an index that are not there yet.
const lost = OpenedEngines.parse(JSON.parse(process.argv[2] ?? ''))
const name = process.argv[3] ?? ''
const log = createLogger({ service: 'fresh-stores', level: 'error' })
const elsewhere = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href

await withAdmin(openKafka(lost.events, { name: 'fresh-stores', log }), async (admin) => {
  const topics: string[] = [...eventTopics]
  await admin.deleteTopics({ topics })
  const isThere = async () => (await admin.listTopics()).some((topic) => topics.includes(topic))
  while (await isThere()) await sleep(200)
})
const fresh = { ...lost, blobs: elsewhere(lost.blobs), search: elsewhere(lost.search) }
const databases = Object.keys(lost.databases).map(async (part) => {
  return [part, await provisionDatabase(lost.postgres, `${databaseName(part)}_${name}`)] as const
})
const { owner: keycloakDatabase } = await provisionDatabase(lost.keycloakDatabase, `keycloak_${name}`)
const made = { databases: Object.fromEntries(await Promise.all(databases)), keycloakDatabase }
console.log(JSON.stringify({ ...fresh, ...made }))
