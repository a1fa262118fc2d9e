import { RequestError } from '@portal/contracts/client'
import type { OpenAccess } from '@portal/contracts/gateway'
import { failureText } from '@portal/remote-kit/unauthorized'
import { Button } from '@portal/ui/button'
import { Card } from '@portal/ui/card'
import { EmptyState } from '@portal/ui/empty-state'
import { ErrorPanel } from '@portal/ui/error-panel'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { AccessRow } from './access-row.tsx'
import { EndOthersDialog } from './end-others-dialog.tsx'
import { useAccess } from './queries.ts'
import { SessionsSkeleton } from './sessions-skeleton.tsx'

/** Browsers and tokens, in all states. */
export function SessionList() {
  const access = useAccess()
  const { error } = access
  if (access.isPending) return <SessionsSkeleton />
  if (error) {
    return (
      <ErrorPanel
        title="Your sessions could not be loaded"
        message={failureText(error, 'Check your connection and try again.')}
        requestId={error instanceof RequestError ? (error.requestId ?? undefined) : undefined}
        onRetry={() => void access.refetch()}
        isRetrying={access.isFetching}
      />
    )
  }
  return <Lists all={access.data} />
}

function Lists({ all }: { readonly all: readonly OpenAccess[] }) {
  const [isAsking, setAsking] = useState(false)
  const browsers = all.filter(({ kind }) => kind === 'browser')
  const tokens = all.filter(({ kind }) => kind === 'token')
  const hasOthers = all.some(({ isCurrent }) => !isCurrent)
  return (
    <>
      <Card
        title="Signed-in browsers"
        flush
        aside={
          <Button size="sm" disabled={!hasOthers} onClick={() => setAsking(true)}>
            Sign out everywhere else
          </Button>
        }
        footer="A browser is signed out by itself when it is not used for 30 minutes, and 12 hours after it signed in."
      >
        <Rows label="Signed-in browsers" rows={browsers} />
      </Card>
      <Card title="Access tokens" flush>
        {tokens.length > 0 ? (
          <Rows label="Access tokens" rows={tokens} />
        ) : (
          <EmptyState
            icon={<KeyRound aria-hidden="true" />}
            title="No access tokens"
            description="A token lets another tool act as you for up to an hour. None works at the moment."
          />
        )}
      </Card>
      {isAsking && <EndOthersDialog onClose={() => setAsking(false)} />}
    </>
  )
}

function Rows({ label, rows }: { readonly label: string; readonly rows: readonly OpenAccess[] }) {
  return (
    <ul aria-label={label}>
      {rows.map((access) => (
        <AccessRow key={access.id} access={access} />
      ))}
    </ul>
  )
}
