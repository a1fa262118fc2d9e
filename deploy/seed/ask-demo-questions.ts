import { chatApi } from '@portal/contracts/chat'
import type { Client } from '@portal/contracts/client'
import { conversationsApi } from '@portal/contracts/conversations'
import { documentsApi } from '@portal/contracts/documents'
import { keepTrying, PassingResponse, type Patience } from '../keep-trying.ts'
import { type DemoAsk, demoAsks } from './demo-questions.ts'
import { type DemoSession, enter, type SeedOptions } from './demo-session.ts'

/**
 * Has the demo's people ask and rate, so that analytics has something to show. One question after
 * the other: people are at work meanwhile. Who has asked before is left alone, so that an
 * interrupted start resumes.
 */
export async function askDemoQuestions(options: SeedOptions): Promise<void> {
  const sessions = new Map<string, DemoSession>()
  try {
    for (const ask of demoAsks) {
      const session = sessions.get(ask.by) ?? (await enter(options, { username: ask.by }))
      if (sessions.size === 0) await keepTrying(() => assertRead(session.client), options.patience)
      sessions.set(ask.by, session)
      await ensureAsked(session.client, ask, options.patience)
    }
  } finally {
    if (!options.patience.halted.aborted) for (const { leave } of sessions.values()) await leave()
  }
}

/** All that this person can see; what failed is not waited for. */
async function assertRead(client: Client): Promise<void> {
  const documents = await client.call(documentsApi.listDocuments, { query: {} })
  const unread = documents.find(({ ingestion: { state } }) => state !== 'ready' && state !== 'failed')
  if (unread) throw new PassingResponse(`${unread.title} is not read yet.`)
}

async function ensureAsked(client: Client, { question, rating }: DemoAsk, patience: Patience): Promise<void> {
  const { halted: signal } = patience
  const answer = await keepTrying(
    async () => (await findAnswer(client, question)) ?? (await ask(client, question, signal)),
    patience,
  )
  if (rating === undefined || answer.isRated) return
  const rated = { params: { id: answer.id }, body: { rating } }
  await keepTrying(() => client.call(chatApi.rateAnswer, rated, { signal }), patience)
}

/** An answer to rate. */
interface DemoAnswer {
  readonly id: string
  readonly isRated: boolean
}

async function ask(client: Client, question: string, signal: AbortSignal): Promise<DemoAnswer> {
  const { assistantMessage } = await client.call(chatApi.ask, { body: { question } }, { signal })
  return { id: assistantMessage.id, isRated: false }
}

async function findAnswer(client: Client, question: string): Promise<DemoAnswer | null> {
  const known = await client.call(conversationsApi.listConversations, { query: {} })
  const before = known.find(({ title }) => title === question)
  if (!before) return null
  const { messages } = await client.call(chatApi.readConversation, { params: { id: before.id } })
  const answer = messages.findLast(({ role }) => role === 'assistant')
  return answer ? { id: answer.id, isRated: answer.rating !== undefined } : null
}
