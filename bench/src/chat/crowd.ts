import { assistantApi } from '@portal/contracts/answer-stream'
import { chatApi } from '@portal/contracts/chat'
import { RequestError } from '@portal/contracts/client'
import { followRoute } from '@portal/contracts/event-stream'
import { fillLibrary } from '../answers/fill-library.ts'
import { demoPlan, organizations } from '../answers/planned-documents.ts'
import { type AnsweringServices, startAnsweringServices } from '../answers/services.ts'
import { readGolden } from '../golden/golden-questions.ts'
import type { Result } from '../measure/report.ts'
import { quantile } from '../measure/statistics.ts'

interface CrowdSize {
  readonly people: number
  /** Of all of them together. */
  readonly questions: number
  /** How many of the demo's documents they ask about. */
  readonly documents: number
}

const idleQuestions = 30

/** How long an answer took, or the code of what came instead. */
type Reply = { readonly ms: number } | { readonly failure: string }

/**
 * Questions of many people at once, each of whom asks one after the other, against one person who
 * asks alone; the passages are quoted, so that the portal does all the work itself. A question is
 * lost if it fails, or is answered and in no conversation.
 */
export async function askAsCrowd({ people, questions, documents }: CrowdSize): Promise<Result> {
  await using services = await startAnsweringServices('extractive:')
  await fillLibrary(services, (await demoPlan()).slice(0, documents))
  const golden = await readGolden()
  const texts = golden.filter(({ collection, after }) => collection === 'demo' && after === null)
  const textAt = (at: number) => texts[at % texts.length]?.question ?? ''
  const ask = async (person: number, count: number) => {
    const replies: Reply[] = []
    for (let at = 0; at < count; at += 1) replies.push(await askOne(services, person, textAt(person + at)))
    return replies
  }
  // The first questions load what the others find in caches.
  await ask(0, 3)
  const idle = await ask(1, Math.min(idleQuestions, questions))
  const each = Math.ceil(questions / people)
  const began = performance.now()
  const crowd = (await Promise.all(Array.from({ length: people }, (_, at) => ask(at + 2, each)))).flat()
  const seconds = (performance.now() - began) / 1000
  const stored = await storedBy(services, people)
  const failures = crowd.flatMap((reply) => ('failure' in reply ? [reply.failure] : []))
  const lost = failures.length + Math.max(0, crowd.length - failures.length - stored)
  const [alone, together] = [timesOf(idle), timesOf(crowd)]
  const line = (name: string, times: readonly number[]) =>
    `| ${name} | ${times.length} | ${[0.5, 0.95, 0.99].map((share) => quantile(times, share).toFixed(0)).join(' | ')} |`
  const table = [
    '| | answered | median ms | p95 | p99 |',
    '|---|---|---|---|---|',
    line('one person, alone', alone),
    line(`${people} people at once`, together),
  ].join('\n')
  const ratio = quantile(together, 0.99) / quantile(alone, 0.99)
  const verdict = `${crowd.length} questions of ${people} people took ${seconds.toFixed(0)} s, ${(crowd.length / seconds).toFixed(1)} a second; p99 is ${ratio.toFixed(1)} times that of one person alone. Lost: ${lost}.`
  return {
    name: 'chat-crowd',
    how: `${documents} documents of the demo, quoting`,
    paragraphs: [table, verdict],
    ...(lost > 0 && { failure: `${lost} questions were lost: ${[...new Set(failures)].join(', ')}.` }),
  }
}

const actorOf = (person: number) =>
  ({ personId: `person-${person}`, organizationId: organizations.demo, role: 'team_member' }) as const

async function askOne(services: AnsweringServices, person: number, question: string): Promise<Reply> {
  const began = performance.now()
  const asked = { route: assistantApi.streamAnswer, input: { body: { question } } }
  try {
    for await (const { event, data } of followRoute(services.assistant(actorOf(person)), asked)) {
      if (event === 'done') return { ms: performance.now() - began }
      if (event === 'error') return { failure: data.code }
    }
    return { failure: 'ended without an answer' }
  } catch (error) {
    return { failure: error instanceof RequestError ? (error.code ?? String(error.status)) : String(error) }
  }
}

/** Answers in the conversations of the crowd, each of which began one. */
async function storedBy(services: AnsweringServices, people: number): Promise<number> {
  let stored = 0
  for (let person = 2; person < people + 2; person += 1) {
    const client = services.assistant(actorOf(person))
    stored += (await client.call(chatApi.listConversations, { query: { limit: '200' } })).length
  }
  return stored
}

function timesOf(replies: readonly Reply[]): number[] {
  return replies.flatMap((reply) => ('ms' in reply ? [reply.ms] : []))
}
