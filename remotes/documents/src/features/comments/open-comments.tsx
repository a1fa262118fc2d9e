import { MessageSquare } from 'lucide-react'
import { type CommentedVersion, isOpenThread, useThreads } from './queries.ts'

export interface OpenCommentsProps {
  readonly version: CommentedVersion
  /** Where they can be answered. */
  readonly address: string
}

/** The threads of a version that are not resolved, in short; nothing where there are none. */
export function OpenComments({ version, address }: OpenCommentsProps) {
  const open = (useThreads(version, true).data ?? []).filter(isOpenThread)
  if (open.length === 0) return null
  return (
    <section aria-label="Open comments" className="flex flex-col gap-2">
      <h3 className="flex items-center gap-1.5 font-medium text-13">
        <MessageSquare aria-hidden="true" className="size-3.5" />
        {open.length === 1 ? '1 open comment' : `${open.length} open comments`}
      </h3>
      <ul className="flex max-h-48 flex-col gap-2 overflow-y-auto">
        {open.map(({ id, quote, comments }) => (
          <li key={id} className="rounded-control border border-default p-2.5 text-13">
            <p className="line-clamp-2 border-(--mark-edge) border-l-3 pl-2 text-12 text-secondary [unicode-bidi:plaintext]">
              {quote}
            </p>
            <p dir="auto" className="mt-1.5 line-clamp-3 whitespace-pre-line break-words">
              {comments.find(({ deletedAt }) => deletedAt === null)?.text}
            </p>
          </li>
        ))}
      </ul>
      <a href={address} target="_blank" rel="noreferrer" className="w-fit text-13 text-accent-text underline">
        Open the comments (opens a new tab)
      </a>
    </section>
  )
}
