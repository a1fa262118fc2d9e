import type { ChatMessage } from '@portal/contracts/chat'
import { RateAnswer } from '../rating/rate-answer.tsx'
import { VerifyAnswer } from '../verified/verify-answer.tsx'
import { SinceThen } from './since-then.tsx'

interface AfterAnswerProps {
  readonly message: ChatMessage
  /** What was asked. */
  readonly question: string
}

/** Below an answer: what has happened since, what its asker thinks of it, and to stand for it. */
export function AfterAnswer({ message, question }: AfterAnswerProps) {
  return (
    <div className="-mt-2 flex flex-col items-start gap-2">
      <SinceThen message={message} />
      <RateAnswer message={message} />
      <VerifyAnswer message={message} question={question} />
    </div>
  )
}
