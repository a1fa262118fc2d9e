import { gatewayApi, type OwnSession } from '@portal/contracts/gateway'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { Button } from '@portal/ui/button'
import { Card } from '@portal/ui/card'
import { ConfirmDialog } from '@portal/ui/confirm-dialog'
import { EmptyState } from '@portal/ui/empty-state'
import { Skeleton } from '@portal/ui/skeleton'
import { useFocusAfterRemoval } from '@portal/ui/use-focus-after-removal'
import { KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { SessionRow } from './session-row.tsx'

/** One's logged-in browsers and access tokens, and what ends them. */
export function SessionList() {
  const sessions = useRouteQuery(gatewayApi.listOwnSessions, {})
  if (sessions.isPending) return <SessionsSkeleton />
  if (sessions.isError) return <ReadFailure title="Your sessions could not be loaded" query={sessions} />
  return <Lists all={sessions.data} />
}

function Lists({ all }: { readonly all: readonly OwnSession[] }) {
  const [isAsking, setAsking] = useState(false)
  const browsers = all.filter(({ kind }) => kind === 'browser')
  const tokens = all.filter(({ kind }) => kind === 'token')
  const hasOthers = all.some(({ isCurrent }) => !isCurrent)
  return (
    <>
      <Card
        title="Logged-in browsers"
        aside={
          <Button size="sm" disabled={!hasOthers} onClick={() => setAsking(true)}>
            Log out everywhere else
          </Button>
        }
        footer="A browser is logged out by itself when it is not used for 30 minutes, and 12 hours after it logged in."
      >
        <Rows label="Logged-in browsers" rows={browsers} />
      </Card>
      <Card title="Access tokens">
        <Rows
          label="Access tokens"
          rows={tokens}
          empty={
            <EmptyState
              icon={<KeyRound />}
              title="No access tokens"
              description="A token lets another tool act as you for up to an hour. None is active at the moment."
            />
          }
        />
      </Card>
      {isAsking && <EndOthersDialog onClose={() => setAsking(false)} />}
    </>
  )
}

interface RowsProps {
  readonly label: string
  readonly rows: readonly OwnSession[]
  /** Shown without rows. */
  readonly empty?: ReactNode
}

function Rows({ label, rows, empty }: RowsProps) {
  const list = useFocusAfterRemoval<HTMLUListElement>(rows.length)
  if (rows.length === 0) return empty
  return (
    <ul ref={list} tabIndex={-1} aria-label={label} className="outline-none">
      {rows.map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
    </ul>
  )
}

/** Asks before every other browser is logged out. Stays open when that fails. */
function EndOthersDialog({ onClose }: { readonly onClose: () => void }) {
  const ending = useReportedMutation(gatewayApi.endOtherSessions, {
    refreshes: [gatewayApi.listOwnSessions.path],
    success: 'You are logged out everywhere else',
    failure: 'Failed to log out everywhere else',
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Log out everywhere else"
      question="Every other browser is logged out and every access token stops working. This browser stays logged in."
      confirmLabel={ending.isPending ? 'Logging out...' : 'Log out everywhere else'}
      onConfirm={() => ending.mutate({})}
      isBusy={ending.isPending}
    />
  )
}

function SessionsSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading your sessions"
      className="rounded-card border border-default bg-panel"
    >
      <div className="flex h-12 items-center border-subtle border-b px-4">
        <Skeleton className="h-4 w-36" />
      </div>
      {['first', 'second'].map((row) => (
        <div key={row} className="flex h-15.5 items-center gap-4 px-4">
          <Skeleton className="size-8" />
          <div className="flex flex-col gap-2">
            <Skeleton className="h-3.5 w-40" />
            <Skeleton className="h-3 w-56" />
          </div>
        </div>
      ))}
    </div>
  )
}
