import type { JobContext } from '@portal/service-kit/jobs/job'
import type { OnBehalf } from '../delegation/on-behalf.ts'
import type { ChatPorts } from '../ports.ts'
import { type AnsweredQuestion, answerQuestion, type QuestionWithPassages } from './answer-question.ts'
import { tokensOf, withTokens } from './token-quota.ts'

/**
 * Answers for a job as the person would be answered, by the organization's settings and at its
 * expense. Throws CodedError `rate_limited` when that is used up and nothing quotes for nothing.
 */
export function answerInBackground(
  job: Pick<JobContext<ChatPorts>, 'organizationId' | 'ports' | 'log' | 'tx'>,
  person: OnBehalf,
  asked: Pick<QuestionWithPassages, 'question' | 'passages'>,
): Promise<AnsweredQuestion> {
  const { organizationId, ports, log } = job
  const { question, passages } = asked
  const promptTokens = tokensOf(question, ...passages.map(({ text }) => text))
  const spender = { organizationId, personId: null, ports, tx: job.tx }
  return withTokens(spender, { promptTokens }, async ({ quotedBecause, settleTokens }) => {
    const source = ports.passages
    const answer = await answerQuestion({ ...person, ports, log }, { ...asked, source, quotedBecause })
    await job.tx((db) => settleTokens(db, answer.tokens))
    return answer
  })
}
