import { readFile } from 'node:fs/promises'
import { type Citation, chatApi, type Outcome } from '@portal/contracts/chat'
import type { Client } from '@portal/contracts/client'
import { z } from 'zod'

const Questions = z.object({
  answerable: z.array(z.object({ question: z.string(), file: z.string(), span: z.string() })),
  unanswerable: z.array(z.string()),
})

/** A committed question set: what answers each question, or that nothing does. */
export type Questions = z.infer<typeof Questions>

/**
 * Reads a question set. `questions` was written before any tuning and tuned on; `held-out`, half of
 * it near misses, was written before its first run, by when only the thresholds and the list of
 * asked values were still open. `demo` asks about the demo's documents.
 */
export async function readQuestions(set: 'questions' | 'held-out' | 'demo'): Promise<Questions> {
  const file = new URL(`../../services/chat/evaluation/${set}.json`, import.meta.url)
  return Questions.parse(JSON.parse(await readFile(file, 'utf8')))
}

/** An answer, judged. `isHit`: a citation of the right document contains the span. */
export interface Judged {
  readonly question: string
  readonly outcome: Outcome
  readonly citations: readonly Citation[]
  readonly isAnswerable: boolean
  readonly isHit: boolean
}

/** Asks every question and judges the answers. `titleOf` maps a file to its document's title. */
export async function answerQuestions(
  client: Client,
  questions: Questions,
  titleOf: (file: string) => string,
): Promise<Judged[]> {
  const judged: Judged[] = []
  const ask = async (question: string) => client.call(chatApi.ask, { body: { question } })
  for (const { question, file, span } of questions.answerable) {
    const { outcome, citations } = await ask(question)
    const isHit = citations.some(
      (citation) => citation.title === titleOf(file) && plain(citation.quote).includes(plain(span)),
    )
    judged.push({ question, outcome, citations, isAnswerable: true, isHit })
  }
  for (const question of questions.unanswerable) {
    const { outcome, citations } = await ask(question)
    judged.push({ question, outcome, citations, isAnswerable: false, isHit: false })
  }
  return judged
}

/**
 * Without white space and line-end hyphens, NFKC: what two extractions of one file must agree on.
 */
export function plain(text: string): string {
  return text.normalize('NFKC').replace(/[\s­-]+/g, '')
}

/** The figures of a run, as shares from 0 to 1. */
export interface Scores {
  /** Answerable questions that got an answer. */
  readonly answered: number
  /** Answered questions with a citation that contains the span. */
  readonly precise: number
  /** Answerable questions with such a citation. */
  readonly hit: number
  /** Unanswerable questions that were refused. */
  readonly refused: number
}

/** Counts. */
export function scoresOf(judged: readonly Judged[]): Scores {
  const answerable = judged.filter(({ isAnswerable }) => isAnswerable)
  const answered = answerable.filter(({ outcome }) => outcome !== 'no_evidence')
  const unanswerable = judged.filter(({ isAnswerable }) => !isAnswerable)
  const hits = answerable.filter(({ isHit }) => isHit).length
  return {
    answered: answered.length / answerable.length,
    precise: hits / Math.max(1, answered.length),
    hit: hits / answerable.length,
    refused: unanswerable.filter(({ outcome }) => outcome === 'no_evidence').length / unanswerable.length,
  }
}
