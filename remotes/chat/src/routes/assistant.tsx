import { useTakenFromAddress } from '@portal/remote-kit/use-opened-by-address'
import { counted } from '@portal/ui/counted'
import { IconButton } from '@portal/ui/icon-button'
import { useIsPrinting } from '@portal/ui/use-is-printing'
import { useIsWide } from '@portal/ui/use-is-wide'
import { MessageSquarePlus, PanelLeft } from 'lucide-react'
import { useRef, useState } from 'react'
import { AskAsOf } from '../features/as-of/ask-as-of.tsx'
import { ConversationColumn, ConversationDrawer } from '../features/conversations/conversation-list.tsx'
import { ConversationMenu } from '../features/conversations/conversation-menu.tsx'
import { conversationTitle } from '../features/conversations/conversation-title.ts'
import { EvidencePanel } from '../features/evidence/evidence-panel.tsx'
import { useCitedPassage } from '../features/evidence/use-cited-passage.ts'
import { Composer } from '../features/thread/composer.tsx'
import { Thread } from '../features/thread/thread.tsx'
import { useDraft } from '../features/thread/use-draft.ts'
import { type ThreadState, useThread } from '../features/thread/use-thread.ts'

/** Window widths in pixels, sidebar included, from which each column fits. */
const widths = { conversations: 1200, conversationsAndEvidence: 1400, evidence: 1100 }

/** Conversations on the left, the thread in the middle, evidence on the right. */
export function Screen() {
  const thread = useThread()
  const cited = useCitedPassage(thread)
  const [draft, setDraft] = useDraft(thread.conversationId ?? 'new')
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const composer = useRef<HTMLTextAreaElement>(null)
  const hasColumn = useIsWide(
    cited.citation || cited.isAwaited ? widths.conversationsAndEvidence : widths.conversations,
  )
  const isBeside = useIsWide(widths.evidence)
  const suggest = (question: string) => {
    setDraft(question)
    composer.current?.focus()
  }
  // A link `?question=…` fills the box and sends nothing: links write nothing.
  useTakenFromAddress('question', suggest)
  const startNew = () => {
    thread.startNew()
    composer.current?.focus()
  }
  const leave = (id: string) => {
    if (id === thread.conversationId) startNew()
  }
  const list = { current: thread.conversationId, addressOf: thread.addressOf, onDeleted: leave }
  return (
    <div className="flex h-[calc(100dvh-var(--topbar-height)-var(--notice-height,0px))] min-h-0 print:block print:h-auto">
      {hasColumn && <ConversationColumn {...list} onNew={startNew} />}
      <section aria-label="Conversation" className="flex min-w-0 flex-1 flex-col bg-panel print:block">
        <ThreadHeader
          thread={{ ...thread, startNew }}
          onDeleted={leave}
          {...(hasColumn ? {} : { onShowConversations: () => setDrawerOpen(true) })}
        />
        <Thread thread={thread} cited={cited} onSuggest={suggest} />
        <Composer
          ref={composer}
          draft={draft}
          isNew={thread.conversationId === null}
          onDraftChange={setDraft}
          isWaiting={thread.isWaiting}
          onStop={thread.stop}
          onSend={async (question) => {
            setDraft('')
            if ((await thread.ask(question)) !== 'done') setDraft((now) => now || question)
          }}
        />
      </section>
      <EvidencePanel cited={cited} isBeside={isBeside} />
      {!hasColumn && (
        <ConversationDrawer isOpen={isDrawerOpen} onOpenChange={setDrawerOpen} {...list} onNew={startNew} />
      )}
    </div>
  )
}

interface ThreadHeaderProps {
  readonly thread: ThreadState
  readonly onDeleted: (id: string) => void
  /** Opens the list of conversations where it has no column of its own; absent where it has. */
  readonly onShowConversations?: (() => void) | undefined
}

/** The thread's title, length and owner; on small windows the button for other conversations. */
function ThreadHeader({ thread, onDeleted, onShowConversations }: ThreadHeaderProps) {
  const { conversation, conversationId, messages } = thread
  const questions = messages.filter(({ role }) => role === 'user').length
  // The frame, which has the page's heading on screen, is not printed.
  const Title = useIsPrinting() ? 'h1' : 'h2'
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
        <Title className="truncate font-semibold text-14 print:whitespace-normal" dir="auto">
          {conversation
            ? conversationTitle(conversation)
            : conversationId
              ? 'Conversation'
              : 'New conversation'}
        </Title>
        <p className="truncate text-12 text-tertiary print:hidden">
          {questions > 0 && `${counted(questions, 'question')}. `}
          Only you see it.
        </p>
      </div>
      <AskAsOf conversationId={conversationId} addressOf={thread.addressOf} />
      {conversation && <ConversationMenu conversation={conversation} onDeleted={onDeleted} />}
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
