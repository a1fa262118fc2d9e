import { setTimeout as delay } from 'node:timers/promises'
import { chatApi } from '@portal/contracts/chat'
import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import type { ScreenAddress } from './screen-addresses.ts'

/** A question that the demo's policies answer, and one that they do not. */
const questions = {
  answered: 'What is the rate per kilometre for a private car?',
  unanswered: 'Does the company pay for a gym membership?',
}

/** Asks both questions; returns the pages of the answers and of a citation's source. */
export async function demoConversations(client: Client): Promise<ScreenAddress[]> {
  const answered = await client.call(chatApi.ask, { body: { question: questions.answered } })
  const unanswered = await client.call(chatApi.ask, { body: { question: questions.unanswered } })
  const thread = `/chat?conversation=${answered.conversation.id}`
  return [
    { name: 'chat-answered', path: thread },
    { name: 'chat-evidence', path: `${thread}&cite=${answered.assistantMessage.id}.1` },
    { name: 'chat-no-evidence', path: `/chat?conversation=${unanswered.conversation.id}` },
  ]
}

const patienceMs = 120_000
const pauseMs = 500

/** Resolves when every document is searchable, or cannot be read. Throws after two minutes. */
export async function untilCitable(client: Client): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    const documents = await client.call(documentsApi.listDocuments, { query: {} })
    if (documents.every(({ ingestion }) => /ready|failed/.test(ingestion.state))) return
    await delay(pauseMs)
  }
  throw new Error('The demo documents were not ready in two minutes.')
}
