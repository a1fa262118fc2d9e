import type { SearchIndex } from '@portal/service-kit/ports/search-index'
import type { ObliqaPassage } from './obliqa.ts'
import type { CachedStates } from './states-cache.ts'

/** Longest passage treated as the heading of those below it. */
const headingMax = 200

/** Indexes the rulebooks as documents of organization 1. */
export async function indexObliqa(
  index: SearchIndex,
  passages: readonly ObliqaPassage[],
  stored: readonly CachedStates[],
): Promise<void> {
  const headings = passageHeadings(passages)
  const documents = Map.groupBy(
    passages.map((passage, at) => ({
      passage,
      vector: stored[at]?.vector ?? new Float32Array(),
      headingPath: headings[at] ?? [],
    })),
    ({ passage }) => passage.documentId,
  )
  for (const [documentId, rows] of documents) {
    await index.replaceDocument({
      organizationId: 1,
      documentId: String(documentId),
      versionId: String(documentId),
      title: '',
      departments: [],
      revision: 1,
      passages: rows.map(({ passage, vector, headingPath }) => ({
        id: passage.id,
        headingPath,
        text: passage.text,
        vector,
      })),
    })
  }
}

/**
 * The heading path of each passage: the headings of the clauses that contain it, outermost first.
 */
export function passageHeadings(passages: readonly ObliqaPassage[]): string[][] {
  const headings = new Map(
    passages
      .filter(({ text }) => text.length <= headingMax)
      .map((passage) => [clauseKey(passage.documentId, passage.passageId), passage.text]),
  )
  return passages.map((passage) => containingClauses(passage).flatMap((key) => headings.get(key) ?? []))
}

/** Keys of the clauses that contain a clause, outermost first: `2`, `2.3` for `2.3.(1)`. */
function containingClauses({ documentId, passageId }: ObliqaPassage): string[] {
  const parts = withoutDot(passageId).split('.')
  return parts.slice(1).map((_, at) => clauseKey(documentId, parts.slice(0, at + 1).join('.')))
}

function clauseKey(documentId: number, clause: string): string {
  return `${documentId} ${withoutDot(clause)}`
}

function withoutDot(clause: string): string {
  return clause.replace(/\.+$/, '')
}
