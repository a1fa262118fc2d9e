import { masterAdminApi } from '@portal/contracts/master-admin'
import { defineService } from '@portal/service-kit/define-service'
import { listDeletions } from './deletions/list-deletions.ts'
import type { MasterAdminPorts } from './ports.ts'
import { platformTables } from './schema.ts'

export const masterAdmin = defineService<typeof masterAdminApi, MasterAdminPorts>({
  name: 'master-admin',
  api: masterAdminApi,
  verbs: { listDeletions },
  consumers: [],
  jobs: [],
  migrations: { folder: new URL('../drizzle/', import.meta.url), platformTables },
})
