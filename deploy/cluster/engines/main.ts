import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startEmbeddedPostgres } from '@portal/adapters/embedded-postgres/embedded-postgres'
import { provisionDatabase } from '@portal/service-kit/database/provision-database'
import { readDatabaseUrl } from '../../engines/keycloak/keycloak.ts'
import { startSupervisor } from '../../engines/supervise/start-supervisor.ts'
import { databaseName } from '../../standalone/topology.ts'
import { joinCgroup } from '../cgroup-trees.ts'
import { network } from '../cluster-order.ts'
import { forward } from '../forward.ts'
import { EnginesOrder, loopback, type OpenedEngines, openedEngines, reachable } from './opened-engines.ts'

// Run in a cluster's namespaces: engines on the loopback, and a Postgres with databases; all else
// is made as the portal is installed. Pods reach them at the node's address. They end with the
// cluster.
const order = EnginesOrder.parse(JSON.parse(await text(process.stdin)))
// As much as all pods together: elsewhere they would have machines of their own.
await joinCgroup(join(basename(order.folder), 'engines'), availableParallelism())
const folder = (name: string) => join(order.folder, name)
const postgres = await startEmbeddedPostgres({
  dataFolder: folder('postgres'),
  isTemporary: true,
  // While every part is replaced there are four pods of each, with 12 connections and more.
  connections: 600,
  log: console.error,
})
const dataFolder = folder('engines')
const { access, start } = await startSupervisor(
  {
    dataFolder,
    isTemporary: true,
    publicOrigin: order.publicOrigin,
    advertisedHost: network.nodeAddress,
  },
  console.error,
)
await start(openedEngines)
const urls = openedEngines.map((name) => access.urls[name] ?? '')
const ofKeycloak = await readDatabaseUrl(join(dataFolder, 'keycloak'))
for (const url of [...urls, postgres.adminUrl, ofKeycloak]) {
  const { port } = new URL(url)
  await forward({ host: network.nodeAddress, port: Number(port) }, { host: loopback, port: Number(port) })
}
const [kafka = '', s3 = '', elasticsearch = '', keycloak = ''] = urls.map(reachable)
const stores = { events: kafka, blobs: s3, search: elasticsearch }
const adminUrl = reachable(postgres.adminUrl)
const databases = await Promise.all(
  order.databases.map(async (name) => [name, await provisionDatabase(adminUrl, databaseName(name))] as const),
)
const opened: OpenedEngines = {
  ...{ ...stores, keycloak, keycloakDatabase: reachable(ofKeycloak), postgres: adminUrl },
  ...{ databases: Object.fromEntries(databases), dataFolder, control: access.control },
}
console.log(JSON.stringify(opened))
