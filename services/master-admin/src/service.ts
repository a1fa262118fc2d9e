import { masterAdminApi } from '@portal/contracts/master-admin'
import { defineService } from '@portal/service-kit/define-service'
import { recordEvents } from './audit/record-events.ts'
import { keepHeadsSigned } from './audit/sign-heads.ts'
import { followPurges } from './deletions/follow-purges.ts'
import { listDeletions } from './deletions/list-deletions.ts'
import type { MasterAdminPorts } from './ports.ts'
import { appendOnlyTables, platformTables } from './schema.ts'

export const masterAdmin = defineService<typeof masterAdminApi, MasterAdminPorts>({
  name: 'master-admin',
  api: masterAdminApi,
  verbs: { listDeletions },
  consumers: followPurges,
  followers: [recordEvents],
  background: keepHeadsSigned,
  jobs: [],
  migrations: { folder: new URL('../drizzle/', import.meta.url), platformTables, appendOnlyTables },
})
