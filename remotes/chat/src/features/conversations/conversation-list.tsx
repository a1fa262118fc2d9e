import { type Conversation, chatApi } from '@portal/contracts/chat'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { Button } from '@portal/ui/button'
import { classNames } from '@portal/ui/class-names'
import { ErrorPanel } from '@portal/ui/error-panel'
import { RelativeTime } from '@portal/ui/relative-time'
import { SearchField } from '@portal/ui/search-field'
import { Skeleton } from '@portal/ui/skeleton'
import { Plus } from 'lucide-react'
import { useState } from 'react'

export interface ConversationListProps {
  readonly current: string | null
  readonly onOpen: (id: string) => void
  readonly onNew: () => void
}

/** What an untitled conversation is called (specification §2). */
const untitled = 'Untitled Conversation'

/** The person's own conversations, newest first. Hidden on small windows, where the thread has the room. */
export function ConversationList({ current, onOpen, onNew }: ConversationListProps) {
  const conversations = useRouteQuery(chatApi.listConversations, { query: {} })
  const [text, setText] = useState('')
  const shown = (conversations.data ?? []).filter(({ title }) =>
    (title ?? untitled).toLocaleLowerCase().includes(text.trim().toLocaleLowerCase()),
  )
  return (
    <nav
      aria-label="Conversations"
      className="hidden w-conversations shrink-0 flex-col gap-3 border-default border-r bg-canvas p-3 lg:flex"
    >
      <Button onClick={onNew}>
        <Plus aria-hidden="true" className="size-4" />
        New conversation
      </Button>
      <SearchField
        label="Search conversations"
        placeholder="Search conversations"
        value={text}
        onValueChange={setText}
      />
      {conversations.isPending && <Skeleton className="h-24" />}
      {conversations.error && (
        <ErrorPanel title="Conversations could not be loaded" onRetry={() => void conversations.refetch()} />
      )}
      {conversations.data?.length === 0 && (
        <p className="px-2 text-12 text-tertiary">Your questions will be listed here. Only you see them.</p>
      )}
      <ul className="min-h-0 flex-1 list-none overflow-y-auto">
        {shown.map((conversation) => (
          <li key={conversation.id}>
            <ConversationRow
              conversation={conversation}
              isCurrent={conversation.id === current}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface ConversationRowProps {
  readonly conversation: Conversation
  readonly isCurrent: boolean
  readonly onOpen: (id: string) => void
}

function ConversationRow({ conversation, isCurrent, onOpen }: ConversationRowProps) {
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => onOpen(conversation.id)}
      className={classNames(
        'flex w-full items-baseline gap-2 rounded-control px-2 py-1.5 text-left text-13 hover:bg-hover',
        isCurrent && 'bg-active',
      )}
    >
      <span className="min-w-0 flex-1 truncate" dir="auto">
        {conversation.title ?? untitled}
      </span>
      <RelativeTime at={conversation.createdAt} className="shrink-0 text-12 text-tertiary" />
    </button>
  )
}
