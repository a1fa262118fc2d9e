import type { assistantApi } from '@portal/contracts/answer-stream'
import type { PermissionOf } from '@portal/contracts/permissions'
import {
  byParams,
  byQuery,
  plain,
  type RouteSamples,
  type Sample,
  type SpecifiedHolders,
} from '@portal/testkit/route-samples'

/** An employee learns what is asked of their own documents alone. */
const ofDocument: Sample = {
  ...byParams(({ documentId }) => ({ id: documentId })),
  isRefusedByRule: (principal) => principal === 'team_member',
}

const ofConversation = (body?: unknown) => byParams(({ conversationId }) => ({ id: conversationId }), body)

/** A request for every route; the isolation matrix sends it as everybody. */
export const samples: RouteSamples<typeof assistantApi> = {
  readOwnData: plain(),
  ask: {
    hasIds: true,
    request: ({ conversationId }) => ({ body: { question: 'records', conversationId } }),
  },
  streamAnswer: {
    hasIds: true,
    request: ({ conversationId }) => ({ body: { question: 'records', conversationId } }),
  },
  followAnswer: byParams(({ streamId }) => ({ id: streamId })),
  stopAnswer: byParams(({ streamId }) => ({ id: streamId })),
  readAssistant: plain(),
  changeAssistant: plain({ isModelUsed: false }),
  listAffectedQuestions: byParams(({ documentId, commentId: _, pendingVersionId }) => {
    return { id: documentId, versionId: pendingVersionId }
  }),
  compareAnswers: byParams(
    ({ documentId, commentId: _, pendingVersionId }) => ({ id: documentId, versionId: pendingVersionId }),
    { question: 'records' },
  ),
  rateAnswer: byParams(({ messageId }) => ({ id: messageId }), { rating: 4 }),
  listGaps: plain(),
  changeGap: byParams(({ gapId }) => ({ id: gapId }), { note: 'Somebody looks after it.' }),
  listVerifiedAnswers: plain(),
  verifyAnswer: {
    hasIds: true,
    request: ({ citedMessageId: messageId }) => ({
      body: { messageId, question: 'records', content: 'Records are kept for seven years. [1]' },
    }),
  },
  withdrawVerifiedAnswer: byParams(({ verifiedAnswerId }) => ({ id: verifiedAnswerId })),
  listGoldenQuestions: plain(),
  addGoldenQuestion: {
    hasIds: true,
    request: ({ documentId }) => ({ body: { question: 'records', documentId } }),
  },
  removeGoldenQuestion: byParams(({ goldenQuestionId }) => ({ id: goldenQuestionId })),
  runGoldenQuestions: plain(),
  listGoldenRuns: plain(),
  readGoldenResults: byParams(({ goldenRunId }) => ({ id: goldenRunId })),
  readCitations: ofDocument,
  listDocumentQuestions: ofDocument,
  proveAnswer: byParams(({ messageId }) => ({ id: messageId })),
  readOwnerToAsk: byParams(({ messageId }) => ({ id: messageId })),
  sendToOwner: {
    hasIds: true,
    request: ({ messageId, documentId }) => ({ params: { id: messageId }, body: { documentId } }),
  },
  listConversations: byQuery(() => ({ q: 'records' })),
  readConversation: ofConversation(),
  renameConversation: ofConversation({ title: 'Keeping records' }),
  deleteConversation: ofConversation(),
  exportConversation: ofConversation(),
}

/** Who holds each permission, written a second time so that a change of the table is noticed. */
export const holders: SpecifiedHolders<PermissionOf<'chat'>> = {
  'conversation:read': 'facilitator admin manager team_member',
  'conversation:rename': 'facilitator admin manager team_member',
  'conversation:delete': 'facilitator admin manager team_member',
  'question:read-affected': 'facilitator admin manager team_member',
  'answer:compare': 'facilitator admin manager team_member',
  'citation:read': 'facilitator admin manager team_member',
  'citation:read-any': 'facilitator admin manager',
  'question:read-about-document': 'facilitator admin manager team_member',
  'question:read-about-any-document': 'facilitator admin manager',
  'question:read-any-sent': 'facilitator admin',
  'question:send-to-owner': 'facilitator admin manager team_member',
  'answer:prove': 'facilitator admin manager team_member',
  'assistant:read-use': 'facilitator admin',
  'assistant:change-settings': 'admin',
  'answer:rate': 'facilitator admin manager team_member',
  'gap:read': 'facilitator admin manager team_member',
  'gap:change': 'facilitator admin manager team_member',
  'gap:manage-any': 'facilitator admin',
  'verified-answer:read': 'facilitator admin',
  'verified-answer:create': 'facilitator admin',
  'verified-answer:withdraw': 'facilitator admin',
  'golden-question:read': 'facilitator admin',
  'golden-question:manage': 'facilitator admin',
  'chat:ask': 'facilitator admin manager team_member',
}
