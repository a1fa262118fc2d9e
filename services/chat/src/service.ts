import { chatApi } from '@portal/contracts/chat'
import { defineService } from '@portal/service-kit/define-service'
import { compareAnswers } from './affected/compare-answers.ts'
import { listAffectedQuestions } from './affected/list-affected-questions.ts'
import { ask } from './answers/ask.ts'
import { listDocumentQuestions, readCitations } from './citations/document-citations.ts'
import { deleteConversation, renameConversation } from './conversations/change-conversation.ts'
import { listConversations, readConversation } from './conversations/conversations.ts'
import { exportConversation } from './conversations/export-conversation.ts'
import type { ChatPorts } from './ports.ts'
import { proveAnswer } from './proof/prove-answer.ts'
import { readOwnerToAsk, sendToOwner } from './questions/ask-owner.ts'

export const service = defineService<typeof chatApi, ChatPorts, 'chat'>({
  name: 'chat',
  api: chatApi,
  verbs: {
    ask,
    listAffectedQuestions,
    compareAnswers,
    readCitations,
    listDocumentQuestions,
    readOwnerToAsk,
    sendToOwner,
    listConversations,
    readConversation,
    renameConversation,
    deleteConversation,
    exportConversation,
    proveAnswer,
  },
  consumers: [],
  jobs: [],
  migrations: { folder: new URL('../drizzle/', import.meta.url), platformTables: [] },
})
