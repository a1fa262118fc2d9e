import { masterApi } from '@portal/contracts/master-admin'
import type { MailOverview, SentMail } from '@portal/contracts/operators'
import { FoundRows } from '@portal/remote-kit/found-rows'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { RowSearchField } from '@portal/remote-kit/row-search-field'
import { useRowSearch } from '@portal/remote-kit/use-row-search'
import { Button } from '@portal/ui/button'
import { EmptyState, type EmptyStateProps } from '@portal/ui/empty-state'
import { FoldMark } from '@portal/ui/fold-mark'
import { RelativeTime } from '@portal/ui/relative-time'
import { RowsSkeleton } from '@portal/ui/rows-skeleton'
import { Mails, MailX, RefreshCw } from 'lucide-react'
import { MasterPage } from '../features/page/master-page.tsx'
import { listSize } from '../features/page/queries.ts'

export function Screen() {
  return (
    <MasterPage title="Sent mail" subtitle="What the portal sent to people, newest first">
      <SentMailList />
    </MasterPage>
  )
}

const wordsOf = ({ to, subject }: SentMail) => `${to} ${subject}`

/** Sent mail where it is kept here; otherwise where to find it. */
function SentMailList() {
  const mail = useRouteQuery(masterApi.listMail, {}, { isReadAgain: true })
  return (
    <div className="flex flex-col gap-4">
      {mail.isPending && (
        <RowsSkeleton label="Loading mail" count={3} rowClass="h-15" lines={['w-2/5', 'w-1/4']} isFramed />
      )}
      <ReadFailure title="The mail could not be loaded" query={mail} />
      {mail.data?.mailer === 'outbox' && (
        <div>
          <Button size="sm" busy={mail.isFetching} onClick={() => void mail.refetch()}>
            {!mail.isFetching && <RefreshCw aria-hidden="true" className="size-3.5" />}
            Refresh
          </Button>
        </div>
      )}
      {mail.data && <Overview {...mail.data} />}
    </div>
  )
}

/** Why there is nothing to list: no mailer, a mail server that keeps it, or no mail yet. */
const nothingHere: Readonly<Record<MailOverview['mailer'], EmptyStateProps>> = {
  none: {
    icon: <MailX />,
    title: 'This portal sends no mail',
    description: 'No mailer is set. Whoever invites somebody is shown the link to hand over.',
  },
  smtp: {
    icon: <Mails />,
    title: 'Mail goes out through a mail server',
    description: 'What was sent is kept there, not here.',
  },
  outbox: {
    icon: <Mails />,
    title: 'No mail yet',
    description: 'Invitations and other messages appear here once they are sent.',
  },
}

function Overview({ mailer, sent }: MailOverview) {
  const search = useRowSearch(sent, { wordsOf, ...listSize })
  if (mailer !== 'outbox' || sent.length === 0) return <EmptyState {...nothingHere[mailer]} />
  return (
    <>
      <RowSearchField
        search={search}
        label="Search mail"
        placeholder="Search by address or subject"
        className="w-full sm:w-72"
      />
      <FoundRows search={search} words={['message', 'messages']} nothing="No message matches">
        {search.shown.length > 0 && (
          <ul aria-label="Sent mail" className="overflow-hidden rounded-card border border-default bg-panel">
            {search.shown.map((message) => (
              <li key={message.id} className="border-subtle border-t first:border-t-0">
                <Message message={message} />
              </li>
            ))}
          </ul>
        )}
      </FoundRows>
    </>
  )
}

function Message({ message: { to, subject, text, sentAt } }: { readonly message: SentMail }) {
  return (
    <details className="group">
      <summary className="flex cursor-pointer list-none items-center gap-3 px-4 py-3 -outline-offset-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <FoldMark />
        <span className="flex min-w-0 flex-1 gap-x-3 max-sm:flex-col sm:items-center">
          <span className="flex min-w-0 flex-1 flex-col">
            <bdi className="truncate text-left font-medium text-14">{subject}</bdi>
            <span className="truncate text-12 text-tertiary">
              To <bdi>{to}</bdi>
            </span>
          </span>
          <RelativeTime at={sentAt} className="shrink-0 text-12 text-tertiary" />
        </span>
      </summary>
      <pre
        dir="auto"
        className="overflow-x-auto whitespace-pre-wrap break-words border-subtle border-t px-4 py-3 font-sans text-13 text-secondary"
      >
        {text}
      </pre>
    </details>
  )
}
