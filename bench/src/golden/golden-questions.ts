import { readdir, readFile } from 'node:fs/promises'
import { z } from 'zod'

const folder = new URL('../../answers/golden/', import.meta.url)

/**
 * Words that answer: as they are, or, where the licence of the document forbids a copy, as SHA-256
 * of the {@link plain} words and their length.
 */
const Span = z.union([
  z.string().min(1),
  z.strictObject({ length: z.number().int().min(4), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
])
export type Span = z.infer<typeof Span>

const kinds = ['lexical', 'paraphrase', 'situation', 'yes/no', 'value', 'who'] as const
/**
 * Why a question has no answer: a near miss (about what a document speaks of, but not said),
 * a topic of no document, or answered only by a document that the asker must not be quoted.
 */
const reasons = ['near', 'absent', 'superseded', 'restricted', 'foreign'] as const

const Row = z
  .strictObject({
    id: z.string(),
    question: z.string().min(4),
    kind: z.enum(kinds),
    /** The document that answers, that a near miss is about, or that must not be quoted. */
    file: z.string().nullable().default(null),
    /** Any of these answers; the shortest clause that does. */
    spans: z.array(Span).min(1).nullable(),
    /** Other documents that answer, too. */
    also: z.array(z.strictObject({ file: z.string(), spans: z.array(Span).min(1) })).default([]),
    /** Asked before, in the same conversation. */
    after: z.string().nullable().default(null),
    unanswerable: z.enum(reasons).nullable().default(null),
    note: z.string().optional(),
  })
  .refine((row) => (row.spans === null) === (row.unanswerable !== null), {
    error: 'A question has spans, or a reason why it has none.',
  })

/** A question in the words of an employee, with what answers it, or why nothing does. */
export interface GoldenQuestion {
  readonly id: string
  /** The documents that it was written about; each collection has a file of questions. */
  readonly collection: string
  readonly question: string
  readonly kind: (typeof kinds)[number]
  readonly file: string | null
  /** Empty if unanswerable. */
  readonly answers: readonly { readonly file: string; readonly spans: readonly Span[] }[]
  readonly after: string | null
  readonly unanswerable: (typeof reasons)[number] | null
  readonly share: QuestionShare
}

/**
 * What is tuned on; what is kept back from that, by document; and what was written later, unseen by
 * all that was tuned before it.
 */
export const questionShares = ['tuning', 'kept', 'fresh'] as const
export type QuestionShare = (typeof questionShares)[number]

/**
 * All questions, by collection; those of the fresh share are in `<collection>.fresh.jsonl`. Throws
 * if a line does not parse or an id is used twice.
 */
export async function readGolden(): Promise<GoldenQuestion[]> {
  const kept = new Set((await readFile(new URL('kept.txt', folder), 'utf8')).split('\n'))
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).toSorted()
  const sets = await Promise.all(
    names.map(async (name) => {
      const [collection = '', share] = name.split('.')
      const isFresh = share === 'fresh'
      const text = await readFile(new URL(name, folder), 'utf8')
      const lines = text.split('\n').filter((line) => line !== '')
      return lines.map((line) => {
        const question = toQuestion(collection, Row.parse(JSON.parse(line)), kept)
        return isFresh ? { ...question, share: 'fresh' as const } : question
      })
    }),
  )
  const questions = sets.flat()
  if (new Set(questions.map(({ id }) => id)).size < questions.length)
    throw new Error('Two golden questions have one id.')
  return questions
}

function toQuestion(
  collection: string,
  { spans, also, file, after, unanswerable, ...row }: z.infer<typeof Row>,
  kept: ReadonlySet<string>,
): GoldenQuestion {
  const answers = spans !== null && file !== null ? [{ file, spans }, ...also] : []
  const { id, question, kind } = row
  // Absent topics have no file: every other one is kept back.
  const isKept = file === null ? Number(id.match(/\d+$/)?.[0]) % 2 === 0 : kept.has(file)
  const share = isKept ? 'kept' : 'tuning'
  return { id, collection, question, kind, file, answers, after, unanswerable, share }
}
