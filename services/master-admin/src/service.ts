import { masterAdminApi } from '@portal/contracts/master-admin'
import { defineService } from '@portal/service-kit/define-service'
import { readAnswerRecord } from './audit/answer-record.ts'
import { readAuditExtract, readAuditKey } from './audit/extract-trail.ts'
import { exportAudit, exportPlatformAudit, listAudit, listPlatformAudit } from './audit/list-audit.ts'
import { recordEvents } from './audit/record-events.ts'
import { keepHeadsSigned } from './audit/sign-heads.ts'
import { verifyAudit, verifyPlatformAudit } from './audit/verify-trail.ts'
import {
  createOrganization,
  createUser,
  deleteUser,
  listMail,
  renewOneTimeLogin,
} from './commands/forward-to-team.ts'
import { deleteOrganization, listDeletions, republishDeletions } from './deletions/deletions.ts'
import { followPurges } from './deletions/follow-purges.ts'
import { reportOverdue } from './deletions/report-overdue.ts'
import { eraseUser, listErasures, republishErasures } from './erasures/erasures.ts'
import { followErasures } from './erasures/follow-erasures.ts'
import { personalData } from './erasures/personal-data.ts'
import { listOrganizations } from './organizations/list-organizations.ts'
import type { MasterAdminPorts } from './ports.ts'
import { followOrganizations, followPeople, followUse } from './read-model/projections.ts'
import { appendOnlyTables, platformTables } from './schema.ts'
import { listUsers } from './users/list-users.ts'

export const service = defineService<typeof masterAdminApi, MasterAdminPorts, 'master-admin'>({
  name: 'master-admin',
  api: masterAdminApi,
  verbs: {
    listOrganizations,
    createOrganization,
    deleteOrganization,
    listDeletions,
    listErasures,
    eraseUser,
    listUsers,
    createUser,
    renewOneTimeLogin,
    deleteUser,
    listMail,
    listAudit,
    exportAudit,
    readAuditKey,
    readAuditExtract,
    readAnswerRecord,
    listPlatformAudit,
    exportPlatformAudit,
    verifyAudit,
    verifyPlatformAudit,
  },
  consumers: [...followPurges, ...followErasures, ...followOrganizations, followPeople, ...followUse],
  followers: [recordEvents],
  background: keepHeadsSigned,
  housekeeping: reportOverdue,
  jobs: [],
  personal: personalData,
  republish: [republishDeletions, republishErasures],
  migrations: { folder: new URL('../drizzle/', import.meta.url), platformTables, appendOnlyTables },
})
