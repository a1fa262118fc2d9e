import { type Citation, chatApi, type Outcome } from '@portal/contracts/chat'
import { type FoundPassage, searchApi } from '@portal/contracts/search'
import type { Actor } from '@portal/testkit/passports'
import type { GoldenQuestion } from '../golden/golden-questions.ts'
import { patiently } from './patiently.ts'
import { organizationOf } from './planned-documents.ts'
import type { AnsweringServices } from './services.ts'

/** How many passages a search is asked for. */
export const passagesMax = 12
const askedAtOnce = 3
/** Of Human Resources, so that what other departments keep to themselves is kept from them. */
const departments = [2]

/** What the portal says to a question, and which passages its search finds. */
export interface Reply {
  readonly golden: GoldenQuestion
  /** The answer as it is shown. */
  readonly content: string
  readonly outcome: Outcome
  readonly citations: readonly Citation[]
  /** Shown beside a refusal. */
  readonly closest: readonly Citation[]
  /** Null where the portal gives none. */
  readonly confidence: number | null
  /** Whether the documents are quoted although a model was asked. */
  readonly isQuotedInstead: boolean
  /** Null for a follow-up question: a search has no conversation. */
  readonly passages: readonly FoundPassage[] | null
}

/** Asks every question as an employee, in order of the questions. */
export async function askGolden(
  services: AnsweringServices,
  questions: readonly GoldenQuestion[],
  progress: (done: number) => void = () => {},
): Promise<Reply[]> {
  const replies = new Map<GoldenQuestion, Reply>()
  const left = questions.values()
  const work = async () => {
    for (const golden of left) {
      replies.set(golden, await askOne(services, golden))
      progress(replies.size)
    }
  }
  await Promise.all(Array.from({ length: askedAtOnce }, work))
  return questions.flatMap((golden) => replies.get(golden) ?? [])
}

/** Asks the question; one person each: quotas are of people, and so are conversations. */
export function askerOf({ id, collection }: GoldenQuestion): Actor {
  const organizationId = organizationOf(collection)
  return { personId: id, organizationId, role: 'team_member', departments }
}

async function askOne(services: AnsweringServices, golden: GoldenQuestion): Promise<Reply> {
  const actor = askerOf(golden)
  const assistant = services.assistant(actor)
  const { question, after } = golden
  const ask = (body: { readonly question: string; readonly conversationId?: string }) =>
    patiently(() => assistant.call(chatApi.ask, { body }))
  const before = after === null ? null : await ask({ question: after })
  const conversationId = before?.conversation.id
  const answer = await ask({ question, ...(conversationId ? { conversationId } : {}) })
  const query = { q: question, limit: String(passagesMax) }
  const search = () => services.library(actor).call(searchApi.searchPassages, { query })
  const found = before ? null : await patiently(search)
  const { outcome, citations, closest = [], confidence = null } = answer
  const { content } = answer.assistantMessage
  const isQuotedInstead = answer.quotedBecause !== undefined
  const passages = found?.passages ?? null
  return { golden, content, outcome, citations, closest, confidence, isQuotedInstead, passages }
}
