import type { masterAdminApi } from '@portal/contracts/master-admin'
import type { PermissionOf } from '@portal/contracts/permissions'
import {
  byBody,
  byParams,
  byQuery,
  newPersonOf,
  plain,
  type RouteSamples,
  type SpecifiedHolders,
} from '@portal/testkit/route-samples'

/** A request for every route; the isolation matrix sends it as everybody. */
export const samples: RouteSamples<typeof masterAdminApi> = {
  listDeletions: plain(),
  listOrganizations: plain(),
  listUsers: plain(),
  createOrganization: plain({ name: 'Commanded' }),
  deleteOrganization: byParams(({ organizationId }) => ({ id: organizationId })),
  createUser: byBody(newPersonOf),
  renewOneTimeLogin: byParams(({ newcomerId }) => ({ id: newcomerId })),
  listMail: plain(),
  listErasures: plain(),
  // Only of a deleted account.
  eraseUser: { ...byParams(({ userId }) => ({ id: userId })), isRefusedByRule: () => true },
  deleteUser: byParams(({ userId }) => ({ id: userId })),
  listAudit: plain(),
  exportAudit: byQuery(() => ({ format: 'jsonl' })),
  readAuditKey: plain(),
  readAuditExtract: {
    hasIds: true,
    request: ({ evidencePackId }) => ({
      query: { packId: evidencePackId, packKey: 'A'.repeat(43), to: '2100-01-01T00:00:00.000Z' },
    }),
  },
  readAnswerRecord: byParams(({ messageId }) => ({ id: messageId })),
  listPlatformAudit: plain(),
  exportPlatformAudit: byQuery(() => ({ format: 'csv' })),
  verifyAudit: plain(),
  verifyPlatformAudit: byQuery(() => ({})),
}

/** Who holds each permission, written a second time so that a change of the table is noticed. */
export const holders: SpecifiedHolders<PermissionOf<'master-admin'>> = {
  'audit:read': 'facilitator admin',
  'audit:read-own-answer': 'facilitator admin manager team_member',
}
