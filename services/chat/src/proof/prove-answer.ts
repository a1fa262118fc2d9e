import { recordPeopleMax } from '@portal/contracts/audit'
import type { chatApi } from '@portal/contracts/chat'
import type { VersionFacts } from '@portal/contracts/version-facts'
import { CodedError } from '@portal/service-kit/coded-error'
import { withoutDocuments } from '../history/withhold-closed.ts'
import { sendPage } from '../pages/page.ts'
import type { Context, Verb } from '../ports.ts'
import { ownAnswer } from '../questions/own-answer.ts'
import { proofPage } from './proof-page.ts'

/**
 * An answer as evidence: what was asked and answered, the words it rests on, who approved them, and
 * the entry of the audit trail that ties all of it to its time. It has no words that its asker may
 * not read any more.
 */
export const proveAnswer: Verb<typeof chatApi.proveAnswer> = async (ctx, { params }) => {
  const answer = await ctx.tx((db) => ownAnswer(db, ctx, params.id))
  const { proof } = ctx.ports
  if (!proof) throw new CodedError('upstream_unavailable', 'Answers cannot be proved on this portal.')
  const facts = await factsOf(ctx, answer.citations, (version) => proof.facts(ctx, version))
  const approvers = [...facts.values()].flatMap((known) => known?.approvals ?? [])
  const people = [...new Set(approvers.map(({ personId }) => personId))].slice(0, recordPeopleMax)
  const record = await proof.record(ctx, params.id, people)
  // As documents answers at this moment, so that no event has to arrive first.
  const closed = answer.citations.filter(({ versionId }) => !facts.get(versionId))
  const left = withoutDocuments(answer, new Set(closed.map(({ documentId }) => documentId)))
  const content = proofPage({ answer, shown: { ...answer, ...left }, facts, record, madeAt: new Date() })
  const title = 'Evidence for an answer'
  sendPage(ctx, { title, fileName: `evidence-for-answer-${params.id}.html`, content })
}

type Cited = { readonly documentId: string; readonly versionId: string }

async function factsOf(
  ctx: Context,
  citations: readonly Cited[],
  read: (version: Cited) => Promise<VersionFacts | null>,
): Promise<ReadonlyMap<string, VersionFacts | null>> {
  const versions = new Map(citations.map((citation) => [citation.versionId, citation]))
  ctx.signal.throwIfAborted()
  const known = [...versions].map(async ([id, version]) => [id, await read(version)] as const)
  return new Map(await Promise.all(known))
}
