import { z } from 'zod'
import { assistantSettingsApi } from './assistant-settings.ts'
import { Citation, chatApi, Outcome } from './chat.ts'
import { Conversation } from './conversations.ts'
import { ErrorBody } from './errors.ts'
import { ownDataApi } from './own-data.ts'
import { PassageLocation } from './passage-location.ts'
import { route } from './route.ts'

/**
 * What a stream of an answer carries, in this order. `streamId` names it, to follow it elsewhere
 * or to stop it; a new conversation exists only once it is answered. `citations` are the passages
 * that are read, not yet evidence. Each `text` is a part of the answer whose quotations were
 * checked before it was sent; its marks `[n]` refer to the citations sent so far. `done` has the
 * whole answer as it is stored and replaces all before. `stopped` and `error` end a stream without
 * an answer; then nothing is stored.
 */
export const answerEvents = {
  conversation: z.object({ streamId: z.uuid(), conversation: Conversation }),
  citations: z.object({ passages: z.array(PassageLocation) }),
  text: z.object({ content: z.string(), citations: z.array(Citation) }),
  outcome: z.object({ outcome: Outcome }),
  done: chatApi.ask.returns,
  stopped: z.object({}),
  error: ErrorBody,
} as const

/** The events that end an answer's stream. */
export const lastAnswerEvents: ReadonlySet<string> = new Set<keyof typeof answerEvents>([
  'done',
  'stopped',
  'error',
])

const StreamPath = z.object({ id: z.uuid() })

/**
 * Routes of streamed answers (decision 69). The answer is worked on whether or not anyone follows;
 * a repetition of the same POST under its idempotency key follows the same answer.
 */
export const answerStreamApi = {
  streamAnswer: route('POST', '/api/chat/stream', {
    can: 'chat:ask',
    summary: 'Ask, and follow the answer as it is checked, statement by statement',
    body: chatApi.ask.body,
    events: answerEvents,
    passes: ['documents'],
  }),
  followAnswer: route('GET', '/api/chat/streams/{id}', {
    can: 'chat:ask',
    summary: "Follow one's own answer from the event after Last-Event-ID on",
    params: StreamPath,
    events: answerEvents,
  }),
  stopAnswer: route('POST', '/api/chat/streams/{id}/stop', {
    can: 'chat:ask',
    summary: "Stop work on one's own answer; of one that has ended, nothing",
    params: StreamPath,
    isRepeatable: true,
  }),
} as const

/** All routes of the chat service. */
export const assistantApi = {
  ...chatApi,
  ...answerStreamApi,
  ...assistantSettingsApi,
  ...ownDataApi,
} as const
