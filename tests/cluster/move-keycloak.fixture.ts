import { join } from 'node:path'
import { OpenedEngines } from '@portal/deploy/cluster/engines/opened-engines'
import { useDatabase } from '@portal/deploy/engines/keycloak/keycloak'
import { callSupervisor } from '@portal/deploy/engines/supervise/supervisor-client'

// Run on a cluster's node: what an operator does whose Keycloak has lost its database.
const { dataFolder, control, keycloakDatabase } = OpenedEngines.parse(JSON.parse(process.argv[2] ?? ''))
await callSupervisor({ control }, '/keycloak/stop')
await useDatabase(join(dataFolder, 'keycloak'), keycloakDatabase)
await callSupervisor({ control }, '/keycloak/start')
