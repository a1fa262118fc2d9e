import { documentsApi } from '@portal/contracts/documents'
import { Link } from '@portal/remote-kit/link'
import { useCan, useSession } from '@portal/remote-kit/session'
import { Button, buttonClass } from '@portal/ui/button'
import { counted } from '@portal/ui/counted'
import { Unsettled } from '@portal/ui/skeleton'
import { BookOpenCheck, Inbox, Upload } from 'lucide-react'
import { useState } from 'react'
import { QuickUpload } from '../quick-upload/quick-upload.tsx'
import type { WaitingKind, WaitingSource } from '../waiting/waiting-item.ts'

/** The banner: where one is, what waits, and the act that comes first for this person. */
export function Welcome({ sources }: { readonly sources: readonly WaitingSource[] }) {
  const { organization, person } = useSession()
  const canUpload = useCan(documentsApi.uploadDocument)
  const [isUploading, setUploading] = useState(false)
  const first = useFirstAct(sources)
  return (
    <>
      <header className="flex flex-wrap items-center gap-4 rounded-card border border-default bg-panel p-4 md:p-5">
        <div className="min-w-0 flex-1 basis-80">
          <h1 className="break-words font-semibold text-20">
            Welcome to <bdi>{organization?.name}</bdi>
          </h1>
          <p className="mt-0.5 text-secondary">
            {greeting(new Date().getHours())}
            {person?.firstName && (
              <>
                , <bdi>{person.firstName}</bdi>
              </>
            )}
            . {whatWaits(sources)}
            {sources.some(({ query }) => query.isLoading) && <Unsettled />}
          </p>
        </div>
        <div className="flex flex-wrap gap-2 empty:hidden max-md:w-full max-md:[&>*]:flex-1">
          {canUpload && (
            <Button
              variant={first ? 'secondary' : 'primary'}
              aria-expanded={isUploading}
              onClick={() => setUploading(!isUploading)}
            >
              <Upload aria-hidden="true" className="size-4" />
              Quick upload
            </Button>
          )}
          {first}
        </div>
      </header>
      {isUploading && <QuickUpload />}
    </>
  )
}

/** Approvals before everything else, then what one is asked to read. */
function useFirstAct(sources: readonly WaitingSource[]) {
  const approvals = countOf(sources, 'approval')
  if (approvals > 0)
    return (
      <Link to="/approvals" className={buttonClass({ variant: 'primary' })}>
        <Inbox aria-hidden="true" className="size-4" />
        Open approvals ({approvals})
      </Link>
    )
  const toRead = countOf(sources, 'reading')
  if (toRead > 0)
    return (
      <Link to="/to-read" className={buttonClass({ variant: 'primary' })}>
        <BookOpenCheck aria-hidden="true" className="size-4" />
        Open what to read ({toRead})
      </Link>
    )
  return null
}

function countOf(sources: readonly WaitingSource[], kind: WaitingKind): number {
  return sources.flatMap(({ items }) => items).filter((item) => item.kind === kind).length
}

/** By the hour of the day, from 0 to 23. */
function greeting(hour: number): string {
  if (hour < 12) return 'Good morning'
  return hour < 18 ? 'Good afternoon' : 'Good evening'
}

function whatWaits(sources: readonly WaitingSource[]): string {
  const parts = [
    [countOf(sources, 'approval'), 'decision'],
    [countOf(sources, 'reading'), 'document to read', 'documents to read'],
    [countOf(sources, 'review'), 'review'],
  ] as const
  const words = parts.flatMap(([count, one, many]) => (count > 0 ? [counted(count, one, many)] : []))
  if (words.length > 0) {
    const isOne = parts.reduce((sum, [count]) => sum + count, 0) === 1
    return `${new Intl.ListFormat('en').format(words)} ${isOne ? 'waits' : 'wait'} for you.`
  }
  const isKnown = sources.every(({ query }) => !query.isLoading && !query.error)
  if (!isKnown) return 'Here is what goes on in your organization.'
  const others = sources.flatMap(({ items }) => items.map(({ title }) => `${title}.`))
  return others.length > 0 ? others.join(' ') : 'Nothing waits for you.'
}
