import { type ChatMessage, chatApi } from '@portal/contracts/chat'
import type { Client } from '@portal/contracts/client'
import { conversationsApi } from '@portal/contracts/conversations'

/** Questions to the demo, by the look of their answers. */
export const questions = {
  answered: 'What is the rate per kilometre for a private car?',
  conflict: 'How long are complaint records kept?',
  closest: 'Does the company pay for a gym membership?',
  foreign: 'Wie lange werden Reklamationsakten aufbewahrt?',
  list: 'How is a temperature excursion handled?',
  table: 'My dad died, how many days off do I get?',
} as const

export type QuestionKind = keyof typeof questions

/** One answered question: its conversation and the answer's message. */
export interface AskedQuestion {
  readonly conversationId: string
  readonly message: ChatMessage
}

/** Asks all of them, and returns what was answered. */
export async function askQuestions(client: Client): Promise<Record<QuestionKind, AskedQuestion>> {
  const kinds = Object.keys(questions) as QuestionKind[]
  const asked: [QuestionKind, AskedQuestion][] = []
  for (const kind of kinds) asked.push([kind, await askOnce(client, questions[kind])])
  return Object.fromEntries(asked) as Record<QuestionKind, AskedQuestion>
}

/** A kept data folder has the conversation of the last time. */
export async function askOnce(client: Client, question: string): Promise<AskedQuestion> {
  const known = await client.call(conversationsApi.listConversations, { query: {} })
  const before = known.find(({ title }) => title === question)
  const conversationId =
    before?.id ?? (await client.call(chatApi.ask, { body: { question } })).conversation.id
  const { messages } = await client.call(chatApi.readConversation, { params: { id: conversationId } })
  const message = messages.findLast(({ role }) => role === 'assistant')
  if (!message) throw new Error(`"${question}" was not answered.`)
  return { conversationId, message }
}
