import type { ChatMessage, Citation } from '@portal/contracts/chat'
import { routeUrl } from '@portal/contracts/route'
import { Link } from '@portal/remote-kit/link'
import { FileText } from 'lucide-react'
import { useMemberNames } from '../owner/use-member-names.ts'
import type { OpenSource } from './citation-mark.tsx'
import { PassageButton } from './sources.tsx'

/**
 * What comes nearest to a question that the documents do not answer (decision 74). The list has the
 * name: a conversation may have several, and landmarks must differ.
 */
export function ClosestPassages({ closest, onOpen, isOpen }: OpenSource & { closest: readonly Citation[] }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-13 text-secondary">
        <span className="font-semibold text-primary">Closest passages</span> — these may not answer your
        question
      </h3>
      <ol aria-label="Closest passages" className="flex list-none flex-col gap-2">
        {closest.map((citation) => (
          <li key={citation.number}>
            <PassageButton citation={citation} isOpen={isOpen(citation)} onOpen={() => onOpen(citation)} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The documents nearest to a question, with whom to ask about them. */
export function NearestDocuments({ nearest }: { readonly nearest: NonNullable<ChatMessage['nearest']> }) {
  const nameOf = useMemberNames()
  return (
    <section className="flex flex-col gap-1">
      <h3 className="font-semibold text-13">Nearest documents</h3>
      <ul
        aria-label="Nearest documents"
        className="list-none divide-y divide-subtle rounded-control border border-default bg-panel"
      >
        {nearest.map(({ documentId, title, ownerId }) => (
          <li key={documentId} className="flex items-center gap-2 px-2.5 py-1 text-13">
            <FileText aria-hidden="true" className="size-4 shrink-0 text-tertiary" />
            <Link
              to={routeUrl({ path: '/documents/{id}' }, { id: documentId })}
              className="min-w-0 flex-1 truncate py-1 hover:underline"
            >
              <bdi>{title}</bdi>
            </Link>
            <span className="max-w-[45%] shrink-0 truncate text-12 text-tertiary" dir="auto">
              {ownerId === null ? 'No owner' : `Owner: ${nameOf(ownerId)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
