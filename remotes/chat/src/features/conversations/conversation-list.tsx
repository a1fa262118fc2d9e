import { chatApi } from '@portal/contracts/chat'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { Button } from '@portal/ui/button'
import { MoreRows } from '@portal/ui/more-rows'
import { SearchField } from '@portal/ui/search-field'
import { Sheet } from '@portal/ui/sheet'
import { Skeleton } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { LearnedLinks } from '../learned/learned-links.tsx'
import { ConversationGroups } from './conversation-groups.tsx'
import { useConversationSearch } from './use-conversation-search.ts'

interface ConversationListProps {
  readonly current: string | null
  readonly addressOf: (id: string) => string
  readonly onNew: () => void
  readonly onDeleted: (id: string) => void
  /** Called when one is chosen, for a drawer to close. */
  readonly onChoose?: (() => void) | undefined
}

/** How many conversations are rendered at first, and how many more at a time. */
const rowsMore = 100

/** The person's own conversations, newest first (decision 53). */
function ConversationList({ current, addressOf, onNew, onDeleted, onChoose }: ConversationListProps) {
  const conversations = useRouteQuery(chatApi.listConversations, { query: {} })
  const [text, setText] = useState('')
  const [limit, setLimit] = useState(rowsMore)
  const all = conversations.data ?? []
  const { found, isSearching, failure } = useConversationSearch(all, text)
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 p-3">
      <Button onClick={onNew}>
        <Plus className="size-4" />
        New conversation
      </Button>
      <SearchField
        label="Search conversations"
        placeholder="Search conversations"
        value={text}
        onValueChange={setText}
      />
      {conversations.isPending && (
        <SkeletonList label="Loading conversations" count={3} className="flex flex-col gap-4 px-2 pt-2">
          <Skeleton className="h-4" />
        </SkeletonList>
      )}
      <ReadFailure title="Conversations could not be loaded" query={conversations} />
      {conversations.data && all.length === 0 && (
        <p className="px-2 text-12 text-tertiary">Your questions will be listed here. Only you see them.</p>
      )}
      {all.length > 0 && (
        <p role="status" className="px-2 text-12 text-tertiary empty:hidden">
          {isSearching && 'Searching questions and answers…'}
          {!isSearching && found.length === 0 && `No conversation matches “${text.trim()}”.`}
        </p>
      )}
      {failure && (
        <div className="flex flex-wrap items-center gap-2 px-2 text-12 text-secondary" role="alert">
          Only titles were searched. Questions and answers could not be.
          <Button size="sm" busy={failure.isFetching} onClick={() => void failure.refetch()}>
            Retry
          </Button>
        </div>
      )}
      <ConversationGroups
        conversations={found.slice(0, limit)}
        current={current}
        addressOf={addressOf}
        onChoose={onChoose}
        onDeleted={onDeleted}
      >
        <MoreRows
          shown={Math.min(limit, found.length)}
          found={found.length}
          what="conversations"
          onMore={() => setLimit(limit + rowsMore)}
          className="px-2 py-1"
        />
      </ConversationGroups>
    </div>
  )
}

/** The conversations in a column of their own, with the links to what is learned from answers. */
export function ConversationColumn(list: Omit<ConversationListProps, 'onChoose'>) {
  return (
    <div className="flex w-(--conversations-width) shrink-0 flex-col border-default border-r print:hidden">
      <nav aria-label="Conversations" className="flex min-h-0 flex-1 flex-col">
        <ConversationList {...list} />
      </nav>
      <LearnedLinks />
    </div>
  )
}

interface ConversationDrawerProps extends Omit<ConversationListProps, 'onChoose'> {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** The conversations on a window that has no room for their column. */
export function ConversationDrawer({ isOpen, onOpenChange, onNew, ...list }: ConversationDrawerProps) {
  const close = () => onOpenChange(false)
  return (
    <Sheet open={isOpen} onOpenChange={onOpenChange} side="left" title="Conversations">
      <div className="flex h-full flex-col">
        <nav aria-label="Conversations" className="flex min-h-0 flex-1 flex-col">
          <ConversationList
            {...list}
            onChoose={close}
            onNew={() => {
              close()
              onNew()
            }}
          />
        </nav>
        <LearnedLinks />
      </div>
    </Sheet>
  )
}
