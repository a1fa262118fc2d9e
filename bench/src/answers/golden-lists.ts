import { documentsApi } from '@portal/contracts/documents'
import { rankingScores } from '@portal/ranking/rank-passages'
import type { PassageToRank, QuestionToRank, Ranker } from '@portal/ranking/ranker'
import { readGolden } from '../golden/golden-questions.ts'
import { type JudgedList, judgedList } from '../search/judged-list.ts'
import { askerOf, passagesMax } from './ask-golden.ts'
import { type FilledLibrary, fillLibrary } from './fill-library.ts'
import { type PlainAnswers, plain, plainAnswers } from './plain-words.ts'
import { corpusPlan, demoPlan } from './planned-documents.ts'
import { startAnsweringServices } from './services.ts'

/**
 * The answerable golden questions of the tuning half with what the documents service ranks for
 * them: over its demo and the corpus in this folder, or the policies of this repository.
 */
export async function goldenLists(corpus: string | null): Promise<JudgedList[]> {
  const golden = await readGolden()
  const tuning = golden.filter(
    ({ share, after, unanswerable }) => share === 'tuning' && after === null && unanswerable === null,
  )
  const listening = listeningRanker()
  await using services = await startAnsweringServices('extractive:', { ranker: listening.ranker })
  const library = await fillLibrary(services, [...(await demoPlan()), ...(await corpusPlan(corpus, golden))])
  const lists: JudgedList[] = []
  for (const each of tuning) {
    const answers = plainAnswers(each, library.textOf)
    if (answers.size === 0) continue
    const body = { question: each.question, limit: passagesMax }
    await services.library(askerOf(each)).call(documentsApi.retrievePassages, { body })
    lists.push(judged(listening.last(), { answers, library }))
  }
  return lists
}

interface Ranked {
  readonly question: QuestionToRank
  readonly passages: readonly PassageToRank[]
}

/** Ranks as the product does, and remembers what it was given last. */
function listeningRanker(): { readonly ranker: Ranker; last(): Ranked } {
  let heard: Ranked | undefined
  return {
    ranker: {
      async rank(question, passages) {
        heard = { question, passages }
        return rankingScores(question.asked, passages)
      },
      check: async () => undefined,
      close: async () => undefined,
    },
    last: () => {
      if (!heard) throw new Error('Nothing was ranked.')
      return heard
    },
  }
}

interface Judge {
  readonly answers: PlainAnswers
  readonly library: Pick<FilledLibrary, 'textOf'>
}

/** A passage answers if it is of a right document and has the right words. */
function judged({ question, passages }: Ranked, { answers, library }: Judge): JudgedList {
  const isRight = ({ text }: PassageToRank) => {
    const words = plain(text)
    return [...answers].some(
      ([file, spans]) => library.textOf(file)?.includes(text) && spans.some((span) => words.includes(span)),
    )
  }
  const found = passages.map((passage, at) => ({ ...passage, id: String(at) }))
  const relevant = found.flatMap((passage) => (isRight(passage) ? [passage.id] : []))
  return { ...judgedList(question.asked, found), relevant }
}
