import { assistantApi } from '@portal/contracts/answer-stream'
import { defineService } from '@portal/service-kit/define-service'
import { compareAnswers } from './affected/compare-answers.ts'
import { listAffectedQuestions } from './affected/list-affected-questions.ts'
import { ask } from './answers/ask.ts'
import { changeAssistant, readAssistant } from './assistant/assistant-settings.ts'
import { listDocumentQuestions, readCitations } from './citations/document-citations.ts'
import { deleteConversation, renameConversation } from './conversations/change-conversation.ts'
import { listConversations, readConversation } from './conversations/conversations.ts'
import { exportConversation } from './conversations/export-conversation.ts'
import type { ChatPorts } from './ports.ts'
import { proveAnswer } from './proof/prove-answer.ts'
import { readOwnerToAsk, sendToOwner } from './questions/ask-owner.ts'
import { followAnswer } from './streams/follow-answer.ts'
import { forgetOldStreams, keepAnswers } from './streams/running-answers.ts'
import { stopAnswer } from './streams/stop-answer.ts'
import { streamAnswer } from './streams/stream-answer.ts'

export const service = defineService<typeof assistantApi, ChatPorts, 'chat'>({
  name: 'chat',
  api: assistantApi,
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
    streamAnswer,
    followAnswer,
    stopAnswer,
    readAssistant,
    changeAssistant,
  },
  consumers: [],
  jobs: [],
  migrations: { folder: new URL('../drizzle/', import.meta.url), platformTables: ['answer_streams'] },
  background: keepAnswers,
  housekeeping: forgetOldStreams,
})
