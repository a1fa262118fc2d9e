import {
  type AffectedQuestion,
  affectedQuestionDays,
  affectedQuestionsMax,
  askersMin,
  type chatApi,
} from '@portal/contracts/chat'
import { groupedQuestionsMax, retrievalSpansMax } from '@portal/contracts/reviewed-retrieval'
import { own } from '@portal/service-kit/database/own'
import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Context, Verb } from '../ports.ts'
import { conversations, messages } from '../schema.ts'

/** Answers that are looked at, the latest first. */
const answersMax = 600

/**
 * Questions that rest on what a version would alter. A single person's never leaves their
 * conversation: only those that at least three people asked are shown, without names (decision 73).
 */
export const listAffectedQuestions: Verb<typeof chatApi.listAffectedQuestions> = async (ctx, { params }) => {
  const supposed = { documentId: params.id, versionId: params.versionId }
  const asked = await answersCiting(ctx, params.id)
  const spans = asked.flatMap(({ citations }) =>
    citations
      .filter(({ documentId }) => documentId === params.id)
      .map(({ versionId, start, end }) => ({ versionId, start, end })),
  )
  const sent = spans.slice(0, retrievalSpansMax)
  const altered = await ctx.ports.passages.alteredBy(ctx, supposed, sent)
  const isAltered = new Set(sent.filter((_, at) => altered[at]).map(keyOf))
  const affected = asked.filter(({ citations }) => citations.some((each) => isAltered.has(keyOf(each))))
  return { questions: await sharedQuestions(ctx, affected) }
}

interface Asked {
  readonly question: string
  readonly askerId: string
  readonly askedAt: Date
}

function keyOf({ versionId, start, end }: { versionId: string; start: number; end: number }): string {
  return `${versionId} ${start} ${end}`
}

/** The latest answers that cite a document, each with its question and asker. */
function answersCiting(ctx: Context, documentId: string) {
  const { conversationId, id, role } = messages
  const since = Date.now() - affectedQuestionDays * 86_400_000
  const question = sql<string>`(
    select asked.content from ${messages} asked
    where asked.organization_id = ${ctx.organizationId} and asked.conversation_id = ${conversationId}
      and asked.role = 'user' and asked.id < ${id}
    order by asked.id desc limit 1)`
  const cites = sql`${messages.citations} @> ${JSON.stringify([{ documentId }])}::jsonb`
  return ctx.tx((db) =>
    db
      .select({
        question: question.as('question'),
        citations: messages.citations,
        askerId: conversations.personId,
        askedAt: messages.createdAt,
      })
      .from(messages)
      .innerJoin(conversations, own(conversations, messages, eq(conversations.id, conversationId)))
      .where(own(messages, ctx, gt(id, firstIdAt(since)), and(eq(role, 'assistant'), cites)))
      .orderBy(desc(id))
      .limit(answersMax),
  )
}

/** Ids begin with their time, so the primary key finds the latest without another index. */
function firstIdAt(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/** The questions that enough people asked, most asked first. */
async function sharedQuestions(ctx: Context, asked: readonly Asked[]): Promise<AffectedQuestion[]> {
  const wordings = [...Map.groupBy(asked, ({ question }) => normalized(question)).values()]
  const grouped = wordings.slice(0, groupedQuestionsMax)
  if (new Set(asked.map(({ askerId }) => askerId)).size < askersMin) return []
  const texts = grouped.map(([first]) => first?.question ?? '')
  const groups = await ctx.ports.passages.group(ctx, texts)
  const clusters = [...Map.groupBy(grouped, (_, at) => groups[at]).values()]
  return clusters
    .map(presentCluster)
    .filter(({ askers }) => askers >= askersMin)
    .sort((a, b) => b.askers - a.askers || b.lastAskedAt.localeCompare(a.lastAskedAt))
    .slice(0, affectedQuestionsMax)
}

/** In the words that most people used; of equals the shortest, which says least of anybody. */
function presentCluster(wordings: readonly (readonly Asked[])[]): AffectedQuestion {
  const askersOf = (asked: readonly Asked[]) => new Set(asked.map(({ askerId }) => askerId)).size
  const texts = wordings.map((asked) => ({ text: asked.at(-1)?.question ?? '', askers: askersOf(asked) }))
  const [usual] = texts.toSorted((a, b) => b.askers - a.askers || a.text.length - b.text.length)
  const all = wordings.flat()
  const lastAskedAt = new Date(Math.max(...all.map(({ askedAt }) => askedAt.getTime()))).toISOString()
  return { question: usual?.text ?? '', askers: askersOf(all), lastAskedAt }
}

function normalized(question: string): string {
  return question
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim()
}
