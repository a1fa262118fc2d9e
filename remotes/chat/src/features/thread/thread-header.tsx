import { counted } from '@portal/ui/counted'
import { IconButton } from '@portal/ui/icon-button'
import { MessageSquarePlus, PanelLeft } from 'lucide-react'
import { conversationTitle } from '../conversations/conversation-groups.tsx'
import type { ThreadState } from './use-thread.ts'

export interface ThreadHeaderProps {
  readonly thread: ThreadState
  /** Opens the list of conversations where it has no column of its own; absent where it has. */
  readonly onShowConversations?: (() => void) | undefined
}

/** The thread's title, length and owner; on small windows the button for other conversations. */
export function ThreadHeader({ thread, onShowConversations }: ThreadHeaderProps) {
  const { conversation, conversationId, messages } = thread
  const questions = messages.filter(({ role }) => role === 'user').length
  return (
    <header className="flex min-h-13 shrink-0 items-center gap-2 border-subtle border-b px-gutter py-1.5">
      {onShowConversations && (
        <IconButton
          label="Conversations"
          icon={<PanelLeft className="size-4" />}
          onClick={onShowConversations}
        />
      )}
      <div className="min-w-0 flex-1">
        <h2 className="truncate font-semibold text-14" dir="auto">
          {conversation ? conversationTitle(conversation) : conversationId ? '\u00a0' : 'New conversation'}
        </h2>
        <p className="truncate text-12 text-tertiary">
          {questions > 0 && `${counted(questions, 'question')}. `}
          Only you see this conversation.
        </p>
      </div>
      {onShowConversations && conversationId && (
        <IconButton
          label="New conversation"
          icon={<MessageSquarePlus className="size-4" />}
          onClick={thread.startNew}
        />
      )}
    </header>
  )
}
