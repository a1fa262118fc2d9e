import { chatApi } from '@portal/contracts/chat'
import type { Client } from '@portal/contracts/client'
import { vi } from 'vitest'
import { citedQuestion } from '../isolation/isolated-portal.ts'

const patience = { timeout: 45_000, interval: 50 }

/** Of another meaning each: questions of one meaning share a gap. */
const unanswered = [
  'May dogs come to the office?',
  'Who pays for a broken laptop screen?',
  'How many vacation days are carried over?',
  'Where are visitors registered?',
  'Which suppliers of steel are approved?',
  'When is the fire drill?',
  'Is overtime on Sundays paid twice?',
  'What do we print on invoices to Norway?',
]
let asked = 0

/** A question that nothing answers, sent to the stewards. */
export async function newGap(client: Client, documentId: string): Promise<void> {
  const question = unanswered[asked++ % unanswered.length] ?? ''
  const { assistantMessage } = await client.call(chatApi.ask, { body: { question } })
  const params = { id: assistantMessage.id }
  await client.call(chatApi.sendToOwner, { params, body: { documentId } })
}

/** In the words of its source. */
export async function newVerifiedAnswer(client: Client): Promise<void> {
  const { messageId, quote } = await vi.waitFor(async () => {
    const body = { question: `${citedQuestion}which policy is short?` }
    const { assistantMessage, citations } = await client.call(chatApi.ask, { body })
    const [first] = citations
    if (!first) throw new Error('Not found yet.')
    return { messageId: assistantMessage.id, quote: first.quote }
  }, patience)
  const body = { messageId, question: `Which policy is ${crypto.randomUUID()}?`, content: `${quote} [1]` }
  await client.call(chatApi.verifyAnswer, { body })
}

export const newGoldenQuestion = (client: Client, documentId: string) =>
  client.call(chatApi.addGoldenQuestion, { body: { question: 'Which policy is short?', documentId } })

/** After the one before it, which would be answered instead. */
export async function newGoldenRun(client: Client): Promise<void> {
  await vi.waitFor(async () => {
    const runs = await client.call(chatApi.listGoldenRuns, { query: {} })
    if (runs.some(({ state }) => state === 'running')) throw new Error('Still running.')
  }, patience)
  await client.call(chatApi.runGoldenQuestions, {})
}
