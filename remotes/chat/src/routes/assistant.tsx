import { useState } from 'react'
import { ConversationList } from '../features/conversations/conversation-list.tsx'
import { EvidencePanel } from '../features/evidence/evidence-panel.tsx'
import { useCitedPassage } from '../features/evidence/use-cited-passage.ts'
import { Composer } from '../features/thread/composer.tsx'
import { Thread } from '../features/thread/thread.tsx'
import { useThread } from '../features/thread/use-thread.ts'

/** Conversations on the left, the thread in the middle, evidence on the right. */
export function Screen() {
  const thread = useThread()
  const [draft, setDraft] = useState('')
  const cited = useCitedPassage(thread.messages)
  return (
    <main className="flex h-full min-h-0 flex-1">
      <h1 className="sr-only">AI Assistant</h1>
      <ConversationList current={thread.conversationId} onOpen={thread.open} onNew={thread.startNew} />
      <section aria-label="Conversation" className="flex min-w-0 flex-1 flex-col">
        <Thread thread={thread} cited={cited} onSuggest={setDraft} />
        <Composer
          draft={draft}
          onDraftChange={setDraft}
          isWaiting={thread.isWaiting}
          onSend={(question) => {
            setDraft('')
            void thread.ask(question)
          }}
        />
      </section>
      {cited.citation && <EvidencePanel citation={cited.citation} cited={cited} />}
    </main>
  )
}
