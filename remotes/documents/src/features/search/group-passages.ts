import type { FoundPassage } from '@portal/contracts/search'

/** What was found in one document. */
export interface FoundDocument {
  readonly documentId: string
  readonly title: string
  readonly customId: string
  readonly passages: readonly FoundPassage[]
}

/** Passages by document; documents in the order of their best passage. */
export function groupPassages(passages: readonly FoundPassage[]): FoundDocument[] {
  const groups = new Map<string, FoundDocument & { passages: FoundPassage[] }>()
  for (const passage of passages) {
    const { documentId, title, customId } = passage
    const group = groups.get(documentId)
    if (group) group.passages.push(passage)
    else groups.set(documentId, { documentId, title, customId, passages: [passage] })
  }
  return [...groups.values()]
}
