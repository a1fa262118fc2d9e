import { OpenedEngines } from '@portal/deploy/cluster/engines/opened-engines'
import { databaseName } from '@portal/deploy/standalone/topology'
import { blobsOf, tablesOf } from '@portal/testkit/store-contents'

// Run in a cluster's network: prints what the portal's stores hold, and Keycloak's database.
const { databases, keycloakDatabase, blobs } = OpenedEngines.parse(JSON.parse(process.argv[2] ?? ''))
const tables = Object.entries(databases).map(([part, { owner }]) => tablesOf(databaseName(part), owner))
const found = await Promise.all([...tables, tablesOf('keycloak', keycloakDatabase), blobsOf(blobs)])
console.log(JSON.stringify(Object.assign({}, ...found)))
