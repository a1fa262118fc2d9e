import type { chatApi } from '@portal/contracts/chat'
import type { RouteResult } from '@portal/contracts/route'
import { quotedDocuments, withoutDocuments } from './withhold-closed.ts'

/** The response to a question. */
type AskAnswer = RouteResult<typeof chatApi.ask>

/** The response without the words and titles of these documents. */
export function answerWithout(answer: AskAnswer, closed: ReadonlySet<string>): AskAnswer {
  const { assistantMessage, citations: _, verified: __, closest: ___, nearest: ____, ...rest } = answer
  const { content, ...left } = withoutDocuments(quotingOf(answer), closed)
  return { ...rest, ...left, assistantMessage: { ...assistantMessage, content } }
}

/** The ids of the documents whose words or titles a response has. */
export function quotedInAnswer(answer: AskAnswer): string[] {
  return quotedDocuments(quotingOf(answer))
}

function quotingOf(answer: AskAnswer) {
  return { ...answer, content: answer.assistantMessage.content }
}
