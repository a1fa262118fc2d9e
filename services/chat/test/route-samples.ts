import type { chatApi } from '@portal/contracts/chat'
import type { PermissionOf } from '@portal/contracts/permissions'
import { byParams, plain, type RouteSamples, type SpecifiedHolders } from '@portal/testkit/route-samples'

/** A request for every route; the isolation matrix sends it as everybody. */
export const samples: RouteSamples<typeof chatApi> = {
  ask: {
    hasIds: true,
    request: ({ conversationId }) => ({ body: { question: 'records', conversationId } }),
  },
  listAffectedQuestions: byParams(({ documentId, commentId: _, pendingVersionId }) => {
    return { id: documentId, versionId: pendingVersionId }
  }),
  compareAnswers: byParams(
    ({ documentId, commentId: _, pendingVersionId }) => ({ id: documentId, versionId: pendingVersionId }),
    { question: 'records' },
  ),
  listConversations: plain(),
  readConversation: byParams(({ conversationId }) => ({ id: conversationId })),
}

/** Who holds each permission, written a second time so that a change of the table is noticed. */
export const holders: SpecifiedHolders<PermissionOf<'chat'>> = {
  'conversation:read': 'facilitator admin manager team_member',
  'question:read-affected': 'facilitator admin manager team_member',
  'answer:compare': 'facilitator admin manager team_member',
  'chat:ask': 'facilitator admin manager team_member',
}
