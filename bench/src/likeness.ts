import { parseArgs } from 'node:util'
import { openEmbedder } from '@portal/adapters/embedder/open-embedder'
import { isSameQuestion, verifiedLikeness } from '@portal/chat-service/matching/same-question'
import { cosine, sameMeaning } from '@portal/ranking/same-meaning'
import { createLogger } from '@portal/service-kit/logger'
import { readDistinctGolden, readWordings, type WordedQuestion } from './likeness/worded-questions.ts'
import type { Result } from './measure/report.ts'

const thresholds = [0.88, 0.9, 0.91, 0.92, 0.93, 0.94, 0.95, 0.96, 0.97]
const shownPairs = 12

/** Options of the short form. */
export const short = ['--questions', '40']

interface Pair {
  readonly cosine: number
  readonly isSame: boolean
  /** What the words decide, whatever the vectors say. */
  readonly mayMatch: boolean
  readonly texts: readonly [string, string]
}

/**
 * When two questions count as one: pairs of wordings of one question, against pairs of different
 * ones, by the cosine from which they match; for verified answers their words decide as well.
 * `--questions` (all). Fails when a verified answer would be shown for another question.
 */
export async function run(args: readonly string[]): Promise<Result[]> {
  const { values } = parseArgs({ args: [...args], options: { questions: { type: 'string' } } })
  const most = Number(values.questions ?? 1e4)
  const lists = [await readWordings(), ...(await readDistinctGolden())].map((list) => list.slice(0, most))
  const log = createLogger({ service: 'bench', level: 'warn' })
  const embedder = await openEmbedder('onnx:e5-small-v2-int8', { log })
  const pairs: Pair[] = []
  for (const list of lists) {
    const texts = list.map(({ question }) => question)
    pairs.push(...pairsOf(list, await embedder.embed(texts, 'query')))
  }
  await embedder.close()
  const wrong = pairs.filter(
    ({ isSame, mayMatch, cosine }) => !isSame && mayMatch && cosine >= verifiedLikeness,
  )
  const same = pairs.filter(({ isSame }) => isSame)
  return [
    {
      name: 'likeness',
      how: `${same.length} pairs of one question, ${pairs.length - same.length} of two`,
      paragraphs: [
        'Questions of one meaning and of different ones, by the cosine from which they count as one. Verified answers look at the words as well; gaps and what is asked of a document do not.',
        table(
          'cosine | one question, by vectors | two taken for one | verified: one question | two taken for one',
          thresholds.map((least) => rowOf(pairs, least)),
        ),
        `Verified answers match from ${verifiedLikeness}, other questions are grouped from ${sameMeaning}.`,
        '## Different questions that are most alike',
        table('cosine | words differ | one | the other', mostAlike(pairs)),
      ],
      ...(wrong.length > 0 && { failure: `${wrong.length} different questions share a verified answer.` }),
    },
  ]
}

function pairsOf(questions: readonly WordedQuestion[], vectors: readonly Float32Array[]): Pair[] {
  return questions.flatMap((one, at) =>
    questions.slice(at + 1).flatMap((other, past): Pair[] => {
      const [left, right] = [vectors[at], vectors[at + 1 + past]]
      if (!left || !right) return []
      const texts = [one.question, other.question] as const
      const isSame = one.meaning === other.meaning
      return [{ cosine: cosine(left, right), isSame, mayMatch: isSameQuestion(...texts), texts }]
    }),
  )
}

function rowOf(pairs: readonly Pair[], least: number): string {
  const share = (of: readonly Pair[]) => {
    const same = pairs.filter(({ isSame }) => isSame)
    return (of.filter(({ isSame }) => isSame).length / same.length).toFixed(3)
  }
  const matched = pairs.filter(({ cosine }) => cosine >= least)
  const verified = matched.filter(({ mayMatch }) => mayMatch)
  const wrong = (of: readonly Pair[]) => of.filter(({ isSame }) => !isSame).length
  return `| ${[least, share(matched), wrong(matched), share(verified), wrong(verified)].join(' | ')} |`
}

function mostAlike(pairs: readonly Pair[]): string[] {
  const different = pairs.filter(({ isSame }) => !isSame).toSorted((a, b) => b.cosine - a.cosine)
  return different
    .slice(0, shownPairs)
    .map(
      ({ cosine, mayMatch, texts }) =>
        `| ${[cosine.toFixed(3), mayMatch ? '' : 'yes', ...texts].join(' | ')} |`,
    )
}

function table(head: string, rows: readonly string[]): string {
  const columns = head.split(' | ')
  return [`| ${head} |`, `|${columns.map(() => '---|').join('')}`, ...rows].join('\n')
}
