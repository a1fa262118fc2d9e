import { chatApi } from '@portal/contracts/chat'
import { Link } from '@portal/remote-kit/link'
import { OrganizationNeeded, useLacksOrganization } from '@portal/remote-kit/organization-needed'
import { usePortal } from '@portal/remote-kit/portal-context'
import { useCan, useSession } from '@portal/remote-kit/session'
import { BrandMark, productName } from '@portal/ui/brand'
import { Button, buttonClass } from '@portal/ui/button'
import { useIsWide } from '@portal/ui/use-is-wide'
import { MessageSquareText } from 'lucide-react'
import { useRef } from 'react'
import { EvidencePanel } from '../features/evidence/evidence-panel.tsx'
import { useCitedPassage } from '../features/evidence/use-cited-passage.ts'
import { Composer } from '../features/thread/composer.tsx'
import { Thread } from '../features/thread/thread.tsx'
import { useDraft } from '../features/thread/use-draft.ts'
import { useThread } from '../features/thread/use-thread.ts'

/** The window's width in pixels from which the evidence fits beside the thread. */
const evidenceFromPx = 960

/** The assistant on its own, under the product's brand (product §2). */
export function Screen() {
  return useLacksOrganization() ? <WithoutDocuments /> : <OneThread />
}

/** Nobody without an organization can ask (decision 36). */
function WithoutDocuments() {
  return (
    <div className="flex min-h-dvh flex-col">
      <BrandHeader onNew={undefined} />
      <main id="main" tabIndex={-1} className="grid flex-1 content-center bg-panel outline-none">
        <OrganizationNeeded
          icon={<MessageSquareText />}
          reason="The assistant answers from the approved documents of an organization."
        />
      </main>
    </div>
  )
}

function OneThread() {
  const thread = useThread()
  const cited = useCitedPassage(thread)
  const [draft, setDraft] = useDraft(thread.conversationId ?? 'simple')
  const composer = useRef<HTMLTextAreaElement>(null)
  const isBeside = useIsWide(evidenceFromPx)
  return (
    <div className="flex h-[calc(100dvh-var(--notice-height,0px))] min-h-0 flex-col print:block print:h-auto">
      <BrandHeader onNew={thread.conversationId === null ? undefined : thread.startNew} />
      <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 outline-none print:block">
        <section aria-label="Conversation" className="flex min-w-0 flex-1 flex-col bg-panel print:block">
          <h2 className="sr-only">Conversation</h2>
          <Thread
            thread={thread}
            cited={cited}
            onSuggest={(question) => {
              setDraft(question)
              composer.current?.focus()
            }}
          />
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
      </main>
    </div>
  )
}

/** Renders for everyone; asking needs a session, which is offered here (decision 36). */
function BrandHeader({ onNew }: { readonly onNew: (() => void) | undefined }) {
  const { login } = usePortal()
  const isSignedIn = useSession().person !== null
  const mayAsk = useCan(chatApi.ask)
  return (
    <header className="flex h-topbar shrink-0 items-center gap-2 border-default border-b bg-panel px-gutter">
      <h1 className="min-w-0 flex-1 truncate font-semibold text-16">
        <Link to="/" className="inline-flex items-center gap-2.5">
          <BrandMark />
          {productName}
          <span className="sr-only"> AI Assistant</span>
        </Link>
      </h1>
      {onNew && (
        <Button size="sm" onClick={onNew}>
          New conversation
        </Button>
      )}
      {mayAsk && (
        <Link to="/chat" className={buttonClass({ size: 'sm', variant: 'ghost' })}>
          All conversations
        </Link>
      )}
      {!isSignedIn && (
        <Button size="sm" variant="primary" onClick={login}>
          Log in
        </Button>
      )}
    </header>
  )
}
