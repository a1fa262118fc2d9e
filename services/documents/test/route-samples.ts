import type { documentsApi } from '@portal/contracts/documents'
import type { PermissionOf } from '@portal/contracts/permissions'
import {
  byBody,
  byParams,
  byQuery,
  type Ids,
  plain,
  type RouteSamples,
  type Sample,
  type SpecifiedHolders,
} from '@portal/testkit/route-samples'

/** A rule that two stewards can meet. */
const stewardsDecide = {
  stages: [{ approverIds: [], roles: ['admin', 'facilitator'], quorum: 1, deadlineDays: null }],
  mayAuthorDecide: false,
}

/** Who writes versions only of documents that they own. */
const isNoSteward = (principal: string) => principal === 'manager' || principal === 'team_member'

const ofVersion = (ids: (ids: Ids) => readonly [string, string], body?: unknown): Sample => ({
  hasIds: true,
  isRefusedByRule: isNoSteward,
  request: (named) => {
    const [id, versionId] = ids(named)
    return { params: { id, versionId }, ...(body === undefined ? {} : { body }) }
  },
})

/** Campaigns are the stewards' and the owner's. */
const ofCampaign = (): Sample => ({
  ...byParams(({ campaignId }) => ({ id: campaignId })),
  isRefusedByRule: isNoSteward,
})

/** The comment is by the person who acts, on the first word of a pending version that was read. */
const ofComment = (body?: unknown): Sample =>
  byParams(({ documentId, pendingVersionId, commentId }) => {
    return { id: documentId, versionId: pendingVersionId, commentId }
  }, body)

/** A version compared with itself, since there may be only one. */
const ofPair: Sample = {
  hasIds: true,
  request: ({ documentId, versionId }) => ({
    params: { id: documentId, versionId },
    query: { with: versionId },
  }),
}

/** A request for every route; the isolation matrix sends it as everybody. */
export const samples: RouteSamples<typeof documentsApi> = {
  readOwnData: plain(),
  listDocuments: plain(),
  searchPassages: byQuery(() => ({ q: 'records' })),
  listContradictions: plain(),
  readSynonyms: plain(),
  replaceSynonyms: plain({ groups: [['EWC', 'works council']] }),
  readDocument: byParams(({ documentId }) => ({ id: documentId })),
  listDeletedDocuments: plain(),
  archiveDocuments: {
    hasIds: true,
    request: ({ documentId }) => ({ query: { ids: documentId } }),
  },
  findSameContent: byQuery(() => ({ sha256: '0'.repeat(64) })),
  proposeFacts: byParams(({ documentId }) => ({ id: documentId })),
  changeDocument: byParams(({ documentId }) => ({ id: documentId }), { title: 'Another title' }),
  recertifyDocument: {
    ...byParams(({ documentId }) => ({ id: documentId })),
    isRefusedByRule: isNoSteward,
  },
  restoreDocument: byParams(({ deletedDocumentId }) => ({ id: deletedDocumentId })),
  uploadDocument: {
    hasIds: false,
    request: () => ({ form: { title: `Upload ${crypto.randomUUID()}` } }),
  },
  readSamplePolicies: plain(),
  addSamplePolicies: plain(),
  removeSamplePolicies: plain(),
  deleteDocument: byParams(({ documentId }) => ({ id: documentId })),
  listIngestionProblems: plain(),
  readIngestionHealth: plain(),
  readAgain: plain({}),
  readVersionText: byParams(({ documentId, versionId }) => ({ id: documentId, versionId })),
  readVersionFacts: byParams(({ documentId, versionId }) => ({ id: documentId, versionId })),
  readVersionFile: byParams(({ documentId, versionId }) => ({ id: documentId, versionId })),
  compareVersions: ofPair,
  exportDifference: ofPair,
  listVersions: byParams(({ documentId }) => ({ id: documentId })),
  createVersion: {
    hasIds: true,
    isRefusedByRule: isNoSteward,
    request: ({ documentId }) => ({
      params: { id: documentId },
      form: { title: `Version ${crypto.randomUUID()}`, changes: 'Clause 3 was added.' },
    }),
  },
  submitVersion: ofVersion(({ documentId, draftVersionId }) => [documentId, draftVersionId], {}),
  withdrawVersion: ofVersion(({ documentId, pendingVersionId }) => [documentId, pendingVersionId]),
  activateVersion: byParams(({ documentId, approvedVersionId }) => ({
    id: documentId,
    versionId: approvedVersionId,
  })),
  listApprovals: byParams(({ pendingVersionId }) => ({ versionId: pendingVersionId })),
  listPendingApprovals: plain(),
  decideApproval: byParams(({ approvalId }) => ({ id: approvalId }), { status: 'approved' }),
  requestChanges: byParams(({ approvalId }) => ({ id: approvalId }), { comments: 'Clause 3 is missing.' }),
  delegateApproval: {
    hasIds: true,
    request: ({ approvalId, userId }) => ({
      params: { id: approvalId },
      body: { delegateUserId: userId },
    }),
  },
  listComments: ofComment(),
  addComment: ofComment({ text: 'Which policy is this?', start: 0, end: 3, quote: 'The' }),
  replyToComment: ofComment({ text: 'The one of last year.' }),
  editComment: ofComment({ text: 'Which policy is this, and of which year?' }),
  deleteComment: ofComment(),
  resolveComment: ofComment(),
  reopenComment: byParams(({ documentId, pendingVersionId, resolvedCommentId }) => {
    return { id: documentId, versionId: pendingVersionId, commentId: resolvedCommentId }
  }),
  readAbsence: plain(),
  // Who is no member is refused with a sentence about the field.
  beginAbsence: {
    hasIds: false,
    request: ({ userId }) => ({ body: { delegateUserId: userId, until: '2099-01-31' } }),
  },
  endAbsence: plain(),
  listApprovalRules: plain(),
  createApprovalRule: byBody(({ departmentNumber }) => ({
    departmentId: Number(departmentNumber),
    ...stewardsDecide,
  })),
  changeApprovalRule: byParams(({ approvalRuleId }) => ({ id: approvalRuleId }), stewardsDecide),
  deleteApprovalRule: byParams(({ approvalRuleId }) => ({ id: approvalRuleId })),
  createEvidencePack: byBody(({ documentId }) => ({ documentId })),
  downloadEvidencePack: byParams(({ evidencePackId }) => ({ id: evidencePackId })),
  listPendingAcknowledgements: plain(),
  listOwnAcknowledgements: plain(),
  acknowledge: {
    hasIds: true,
    request: ({ askedVersionId, askedContentHash }) => ({
      params: { versionId: askedVersionId },
      body: { contentHash: askedContentHash },
    }),
  },
  listCampaigns: plain(),
  startCampaign: { ...byBody(({ versionId }) => ({ versionId })), isRefusedByRule: isNoSteward },
  listCampaignPeople: ofCampaign(),
  exportCampaign: ofCampaign(),
  remindPeople: ofCampaign(),
  closeCampaign: ofCampaign(),
  retrievePassages: plain({ question: 'records', limit: 5 }),
  compareSpans: plain({ question: 'records', spans: [] }),
  verifySpans: plain({ spans: [] }),
  findAlteredSpans: byBody(({ documentId, pendingVersionId: versionId }) => ({
    supposed: { documentId, versionId },
    spans: [],
  })),
  groupQuestions: plain({ questions: ['How long are records kept?'] }),
  encodeQuestions: plain({ questions: ['How long are records kept?'] }),
}

/** Who holds each permission, written a second time so that a change of the table is noticed. */
export const holders: SpecifiedHolders<PermissionOf<'documents'>> = {
  'document:read': 'facilitator admin manager team_member',
  'document:read-inactive': 'facilitator admin manager',
  'document:read-any-department': 'facilitator admin',
  'document:upload': 'facilitator admin',
  'document:update': 'facilitator admin',
  'document:delete': 'facilitator admin',
  'document:restore': 'facilitator admin',
  'document:recertify': 'facilitator admin manager team_member',
  'sample-policy:read': 'facilitator admin',
  'sample-policy:add': 'facilitator admin',
  'sample-policy:remove': 'facilitator admin',
  'version:read': 'facilitator admin manager team_member',
  'version:read-any': 'facilitator admin manager',
  'version:create': 'facilitator admin manager team_member',
  'version:submit': 'facilitator admin manager team_member',
  'version:withdraw': 'facilitator admin manager team_member',
  'version:manage': 'facilitator admin',
  'version:activate': 'facilitator admin',
  'version:read-problems': 'facilitator admin',
  'version:read-again': 'facilitator admin',
  'approval:read': 'facilitator admin manager team_member',
  'approval:decide': 'facilitator admin manager team_member',
  'approval:delegate': 'facilitator admin manager team_member',
  'approval:delegate-any': 'facilitator admin',
  'comment:read': 'facilitator admin manager team_member',
  'comment:write': 'facilitator admin manager team_member',
  'comment:write-any': 'facilitator admin',
  'approval-rule:read': 'facilitator admin manager',
  'approval-rule:manage': 'facilitator admin',
  'evidence-pack:create': 'facilitator admin',
  'evidence-pack:read': 'facilitator admin',
  'passage:read': 'facilitator admin manager team_member',
  'contradiction:read': 'facilitator admin',
  'synonym:read': 'facilitator admin',
  'synonym:manage': 'facilitator admin',
  'acknowledgement:read-own': 'facilitator admin manager team_member',
  'acknowledgement:give': 'facilitator admin manager team_member',
  'campaign:read': 'facilitator admin manager team_member',
  'campaign:start': 'facilitator admin manager team_member',
  'campaign:remind': 'facilitator admin manager team_member',
  'campaign:close': 'facilitator admin manager team_member',
  'campaign:manage-any': 'facilitator admin',
}
