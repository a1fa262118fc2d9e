import { type NewAnswerEvent, streamed } from '@portal/remote-kit/fixed-stream'
import { fixedAskAnswer, fixedId } from './fixed-answers.ts'

export const fixedStreamId = fixedId('b001', 1)

export function begun(answer = fixedAskAnswer()): NewAnswerEvent {
  return { event: 'conversation', data: { streamId: fixedStreamId, conversation: answer.conversation } }
}

/** The response of POST /api/chat/stream. */
export function streamedAnswer(answer = fixedAskAnswer()): Response {
  const { outcome } = answer
  return streamed(begun(answer), { event: 'outcome', data: { outcome: outcome ?? 'answered' } }, done(answer))
}

/** The whole answer, as a stream ends with it. */
export function done(answer = fixedAskAnswer()): NewAnswerEvent {
  return { event: 'done', data: { ...answer, outcome: answer.outcome ?? 'answered' } }
}
