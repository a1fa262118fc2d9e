import { chatApi } from '@portal/contracts/chat'
import { Link } from '@portal/remote-kit/link'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { useCan } from '@portal/remote-kit/session'
import { buttonClass } from '@portal/ui/button'
import { EmptyState } from '@portal/ui/empty-state'
import { RelativeTime } from '@portal/ui/relative-time'
import { MessageSquareText } from 'lucide-react'
import { QuietLink } from '../cards/quiet-link.tsx'
import { ReadCard } from '../cards/read-card.tsx'
import { RowLink } from '../cards/row-link.tsx'
import { latestMax } from './latest-documents.tsx'

/** The person's own conversations that began last (decision 53). */
export function LatestConversations() {
  const mayAsk = useCan(chatApi.ask)
  const query = useRouteQuery(chatApi.listConversations, { query: { limit: latestMax } })
  return (
    <ReadCard
      title="Latest conversations"
      query={query}
      what="your latest conversations"
      rowClass="h-12 gap-4"
      aside={
        <span className="flex items-baseline gap-3">
          <span className="text-12 text-tertiary">Only you see these</span>
          <QuietLink to="/chat">Chat</QuietLink>
        </span>
      }
    >
      {(conversations) =>
        conversations.length === 0 ? (
          <EmptyState
            isRow
            icon={<MessageSquareText />}
            title="No conversations yet"
            description="What you ask the assistant is kept here, for you alone."
            action={
              mayAsk && (
                <Link to="/chat" className={buttonClass({ size: 'sm' })}>
                  Ask a question
                </Link>
              )
            }
          />
        ) : (
          <ul aria-label="Latest conversations">
            {conversations.slice(0, latestMax).map(({ id, title, createdAt }) => (
              <RowLink
                key={id}
                to={`/chat?conversation=${encodeURIComponent(id)}`}
                icon={<MessageSquareText />}
                title={title ?? 'Untitled Conversation'}
                isUntitled={title === null}
                end={<RelativeTime at={createdAt} className="text-12 text-tertiary" />}
              />
            ))}
          </ul>
        )
      }
    </ReadCard>
  )
}
