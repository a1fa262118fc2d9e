import type { chatApi } from '@portal/contracts/chat'
import { retrievalSpansMax } from '@portal/contracts/reviewed-retrieval'
import { latestCitingAnswers } from '../citations/citing-answers.ts'
import type { Verb } from '../ports.ts'
import { groupAsked } from '../questions/group-asked.ts'
import { sentAbout } from '../questions/sent-questions.ts'

/**
 * Questions that rest on what a version would alter, without names where several people asked them;
 * and those that were sent to the document's owner, which it may answer (decision 73).
 */
export const listAffectedQuestions: Verb<typeof chatApi.listAffectedQuestions> = async (ctx, { params }) => {
  const supposed = { documentId: params.id, versionId: params.versionId }
  const asked = await latestCitingAnswers(ctx, params.id)
  const spans = asked.flatMap(({ citations }) =>
    citations
      .filter(({ documentId }) => documentId === params.id)
      .map(({ versionId, start, end }) => ({ versionId, start, end })),
  )
  const looked = spans.slice(0, retrievalSpansMax)
  // Refused to everyone but the version's reviewers.
  const altered = await ctx.ports.passages.alteredBy(ctx, supposed, looked)
  const isAltered = new Set(looked.filter((_, at) => altered[at]).map(keyOf))
  const affected = asked.filter(({ citations }) => citations.some((each) => isAltered.has(keyOf(each))))
  return { questions: await groupAsked(ctx, affected), sent: await sentAbout(ctx, params.id) }
}

function keyOf({ versionId, start, end }: { versionId: string; start: number; end: number }): string {
  return `${versionId} ${start} ${end}`
}
