import type { Document } from '@portal/contracts/documents'
import { useFocusAfterRemoval } from '@portal/ui/use-focus-after-removal'
import type { DocumentAct } from './document-acts.tsx'
import { DocumentCard } from './document-card.tsx'

interface DocumentCardsProps {
  readonly documents: readonly Document[]
  readonly onAct: (document: Document, act: DocumentAct) => void
}

export function DocumentCards({ documents, onAct }: DocumentCardsProps) {
  const list = useFocusAfterRemoval<HTMLUListElement>(documents.length)
  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label="Documents"
      className="grid list-none grid-cols-[repeat(auto-fill,minmax(min(100%,19.5rem),1fr))] gap-4 outline-none"
    >
      {documents.map((document) => (
        <li key={document.id} className="min-w-0">
          <DocumentCard document={document} onAct={onAct} />
        </li>
      ))}
    </ul>
  )
}
