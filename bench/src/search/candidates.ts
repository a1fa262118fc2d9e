import { encodeQuestion } from '@portal/documents-service/retrieval/encode-question'
import { fuse } from '@portal/documents-service/retrieval/fusion'
import { textFields, withHeadings } from '@portal/ranking/analysis/passage-terms'
import { type AskedQuestion, askedQuestion } from '@portal/ranking/asked-question'
import { readStates } from '@portal/ranking/passage-states'
import type { Candidate } from '@portal/ranking/rank-passages'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import type { SearchHits } from '@portal/service-kit/ports/search-index'
import { passageHeadings } from './index-obliqa.ts'
import type { Obliqa } from './obliqa.ts'
import type { CachedStates } from './states-cache.ts'

/** A passage that may answer a question, as the documents service ranks it. */
export interface ObliqaCandidate extends Candidate {
  readonly id: string
}

/** Makes candidates for questions of a data set from what an index finds, as the service does. */
export interface Candidates {
  of(hits: SearchHits): ObliqaCandidate[]
  ask(question: string, hits: SearchHits): Promise<AskedQuestion>
}

/** `stored`: the states of the passages, in order. */
export function makeCandidates(
  { embedder, stored }: { readonly embedder: Embedder; readonly stored: readonly CachedStates[] },
  { passages }: Obliqa,
  legLimit: number,
): Candidates {
  if (!embedder.tokens) throw new Error('The encoder gives no token states.')
  const headings = passageHeadings(passages)
  const known = new Map(
    passages.map(({ id, text }, at) => {
      const states = stored[at]
      const terms = withHeadings(textFields(text), ['', ...(headings[at] ?? [])].join('\n'))
      return [id, { terms, states: states && readStates(states, embedder.dimensions) }]
    }),
  )
  return {
    of: (hits) =>
      fuse(hits, legLimit).flatMap(({ passageId: id, similarity: cosine }) => {
        const passage = known.get(id)
        return passage ? [{ id, cosine, ...passage }] : []
      }),
    ask: async (question, hits) => {
      const { signal } = new AbortController()
      const encoded = await encodeQuestion(embedder, question, { organizationId: 1, signal })
      return askedQuestion(question, hits.question, encoded)
    },
  }
}
