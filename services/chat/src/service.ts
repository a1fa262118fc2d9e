import { assistantApi } from '@portal/contracts/answer-stream'
import { chatEvents, Outcome } from '@portal/contracts/chat'
import { defineService } from '@portal/service-kit/define-service'
import { forEveryOne } from '@portal/service-kit/for-every-one'
import { compareAnswers } from './affected/compare-answers.ts'
import { listAffectedQuestions } from './affected/list-affected-questions.ts'
import { ask } from './answers/ask.ts'
import { repeatedAnswer } from './answers/repeated-answer.ts'
import { changeAssistant, readAssistant } from './assistant/assistant-settings.ts'
import { listDocumentQuestions, readCitations } from './citations/document-citations.ts'
import { deleteConversation, renameConversation } from './conversations/change-conversation.ts'
import { listConversations, readConversation } from './conversations/conversations.ts'
import { exportConversation } from './conversations/export-conversation.ts'
import { republishConversations } from './conversations/republish-conversations.ts'
import { readOwnData } from './erasure/own-data.ts'
import { personalData } from './erasure/personal-data.ts'
import { askAgain } from './gaps/ask-again.ts'
import { changeGap } from './gaps/change-gap.ts'
import { collectQuestion, noticeGaps } from './gaps/collect-question.ts'
import { listGaps } from './gaps/list-gaps.ts'
import { addGoldenQuestion, listGoldenQuestions, removeGoldenQuestion } from './golden/golden-questions.ts'
import { listGoldenRuns, readGoldenResults, runGoldenQuestions } from './golden/golden-runs.ts'
import { askGoldenQuestions } from './golden/run-golden-questions.ts'
import { followClosings } from './history/follow-closings.ts'
import { followVersions } from './outdated/follow-versions.ts'
import { notifyOfReplaced } from './outdated/mark-replaced.ts'
import type { ChatPorts } from './ports.ts'
import { proveAnswer } from './proof/prove-answer.ts'
import { readOwnerToAsk, sendToOwner } from './questions/ask-owner.ts'
import { rateAnswer } from './ratings/rate-answer.ts'
import { deleteOldConversations, followRetention, planRetention } from './retention/keep-retention.ts'
import { followAnswer } from './streams/follow-answer.ts'
import { forgetOldStreams, keepAnswers } from './streams/running-answers.ts'
import { stopAnswer } from './streams/stop-answer.ts'
import { streamAnswer } from './streams/stream-answer.ts'
import {
  listVerifiedAnswers,
  verifyAnswer,
  withdrawVerifiedAnswer,
  withoutClosedSources,
} from './verified/verify-answer.ts'

export const service = defineService<typeof assistantApi, ChatPorts, 'chat'>({
  name: 'chat',
  api: assistantApi,
  verbs: {
    readOwnData,
    ask,
    listAffectedQuestions,
    compareAnswers,
    rateAnswer,
    listGaps,
    changeGap,
    listVerifiedAnswers,
    verifyAnswer,
    withdrawVerifiedAnswer,
    listGoldenQuestions,
    addGoldenQuestion,
    removeGoldenQuestion,
    runGoldenQuestions,
    listGoldenRuns,
    readGoldenResults,
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
  replays: { ask: repeatedAnswer, verifyAnswer: withoutClosedSources },
  consumers: [...noticeGaps, ...followVersions, ...followClosings, followRetention],
  jobs: [collectQuestion, askAgain, notifyOfReplaced, askGoldenQuestions, deleteOldConversations],
  personal: personalData,
  republish: [republishConversations],
  migrations: {
    folder: new URL('../drizzle/', import.meta.url),
    platformTables: ['answer_streams', 'conversation_retention', 'conversations'],
  },
  measures: [
    {
      event: chatEvents.questionAnswered,
      ...{ name: 'portal_answers_total', help: 'Answers, by outcome.', by: 'outcome' },
      values: Outcome.options,
    },
    {
      event: chatEvents.answerRated,
      ...{ name: 'portal_ratings_total', help: 'Ratings of answers.', by: 'rating' },
      values: ['1', '2', '3', '4', '5'],
    },
  ],
  background: keepAnswers,
  housekeeping: (scope) => forEveryOne([forgetOldStreams, planRetention], (task) => task(scope)),
})
