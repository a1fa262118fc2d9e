import type { ChatMessage } from '@portal/contracts/chat'
import { Link } from '@portal/remote-kit/link'
import { useNames } from '../names/use-names.ts'

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** What a reader of an old answer should know: its day, versions replaced, an answer by now. */
export function SinceThen({ message }: { readonly message: ChatMessage }) {
  const { asOf, replaced = [], answerableAt } = message
  if (asOf === undefined && replaced.length === 0 && answerableAt === undefined) return null
  return (
    <div className="flex flex-col gap-1 rounded-control border border-warning-border bg-warning-subtle px-3 py-2 text-13 text-warning-text">
      {asOf !== undefined && <p>As of {day.format(Date.parse(asOf))}: later versions are left out.</p>}
      {replaced.length > 0 && <ReplacedNote replaced={replaced} />}
      {answerableAt !== undefined && (
        <p>
          A document has answered this question since {day.format(Date.parse(answerableAt))}. Ask it again.
        </p>
      )}
    </div>
  )
}

function ReplacedNote({ replaced }: { readonly replaced: NonNullable<ChatMessage['replaced']> }) {
  const { documentTitle } = useNames()
  return (
    <p>
      This answer rests on a version that has been replaced since. The current one:{' '}
      {replaced.map(({ documentId }, at) => (
        <span key={documentId}>
          {at > 0 && ', '}
          <Link to={`/documents/${documentId}`} className="underline">
            <bdi>{documentTitle(documentId)}</bdi>
          </Link>
        </span>
      ))}
    </p>
  )
}
