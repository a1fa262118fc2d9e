import { chatApi } from '@portal/contracts/chat'
import type { Client } from '@portal/contracts/client'
import { conversationsApi } from '@portal/contracts/conversations'
import { documentsApi } from '@portal/contracts/documents'
import { keepTrying, PassingResponse, type Patience } from '../keep-trying.ts'

/** What several people ask, each in their words, and how they rate the answer. */
interface DemoQuestion {
  /** The document that answers; null: none does. */
  readonly customId: string | null
  readonly asked: readonly { readonly by: string; readonly question: string; readonly rating: number }[]
}

/** One that the documents answer and one that they leave open, by as many as analytics shows. */
const demoQuestions: readonly DemoQuestion[] = [
  {
    customId: 'POL-FIN-01',
    asked: [
      { by: 'sofia', question: 'What is the rate per kilometre for a private car?', rating: 5 },
      { by: 'marek', question: 'What is the rate per kilometre for a private car?', rating: 4 },
      { by: 'jonas', question: 'Rate per kilometre for a private car?', rating: 5 },
    ],
  },
  {
    customId: null,
    asked: [
      { by: 'sofia', question: 'Does the company pay for a gym membership?', rating: 2 },
      { by: 'marek', question: 'Does the company pay for a gym membership?', rating: 3 },
      { by: 'jonas', question: 'Does the company pay for gym memberships?', rating: 3 },
    ],
  },
]

/** Signed-in people by login name; the author sees how far documents are read. */
export interface QuestionCast {
  readonly author: Client
  readonly askers: ReadonlyMap<string, Client>
  readonly patience: Patience
}

/** Has questions asked and their answers rated, so that analytics has something to show. */
export async function ensureQuestions(cast: QuestionCast): Promise<void> {
  for (const { customId, asked } of demoQuestions) {
    if (customId !== null) await keepTrying(() => assertRead(cast, customId), cast.patience)
    await Promise.all(asked.map((each) => ensureAsked(cast, each)))
  }
}

async function assertRead({ author }: QuestionCast, customId: string): Promise<void> {
  const documents = await author.call(documentsApi.listDocuments, { query: {} })
  const { state } = documents.find((one) => one.customId === customId)?.ingestion ?? {}
  if (state !== 'ready') throw new PassingResponse(`${customId} is not read yet.`)
}

/** Somebody who has asked it before is left alone. */
async function ensureAsked(
  { askers, patience }: QuestionCast,
  { by, question, rating }: DemoQuestion['asked'][number],
): Promise<void> {
  const client = askers.get(by)
  if (!client) throw new Error(`${by} asks a demo question and is not signed in.`)
  const known = await client.call(conversationsApi.listConversations, { query: {} })
  if (known.some(({ title }) => title === question)) return
  const ask = () => client.call(chatApi.ask, { body: { question } })
  const { assistantMessage } = await keepTrying(ask, patience)
  await client.call(chatApi.rateAnswer, { params: { id: assistantMessage.id }, body: { rating } })
}
