import { gatewayApi, type OwnSession } from '@portal/contracts/gateway'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { Badge } from '@portal/ui/badge'
import { Button } from '@portal/ui/button'
import { RelativeTime } from '@portal/ui/relative-time'
import { KeyRound, Monitor, Smartphone } from 'lucide-react'
import { useId } from 'react'
import { browserName } from './browser-name.ts'

const kinds = {
  browser: { act: 'Log out', busy: 'Logging out...', done: 'The browser was logged out' },
  token: { act: 'Revoke', busy: 'Revoking...', done: 'The token was revoked' },
}

/** A browser or token and the button that ends it. The current browser is ended by Log out. */
export function SessionRow({ session }: { readonly session: OwnSession }) {
  const { act, busy, done } = kinds[session.kind]
  const ending = useReportedMutation(gatewayApi.endOwnSession, {
    refreshes: [gatewayApi.listOwnSessions.path],
    success: done,
    failure: 'Failed to end this access',
  })
  const nameId = useId()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-subtle border-t px-4 py-3 first:border-t-0">
      <span className="grid size-8 shrink-0 place-items-center rounded-control bg-sunken text-tertiary [&>svg]:size-4">
        <SessionIcon session={session} />
      </span>
      <div className="min-w-0 flex-1 basis-40">
        <p id={nameId} className="flex flex-wrap items-center gap-2 font-medium text-13">
          <span title={session.userAgent ?? undefined}>
            {session.kind === 'token' ? 'Access token' : browserName(session.userAgent)}
          </span>
          {session.isCurrent && <Badge tone="success">This browser</Badge>}
        </p>
        <SessionTimes session={session} />
      </div>
      {!session.isCurrent && (
        <Button
          size="sm"
          aria-describedby={nameId}
          busy={ending.isPending}
          onClick={() => ending.mutate({ params: { id: session.id } })}
        >
          {ending.isPending ? busy : act}
        </Button>
      )}
    </li>
  )
}

function SessionIcon({ session }: { readonly session: OwnSession }) {
  if (session.kind === 'token') return <KeyRound />
  const isPhone = /\b(Mobile|iPhone|iPad|Android)\b/.test(session.userAgent ?? '')
  return isPhone ? <Smartphone /> : <Monitor />
}

function SessionTimes({ session }: { readonly session: OwnSession }) {
  const { createdAt, lastSeenAt, expiresAt } = session
  return (
    <dl className="mt-0.5 flex flex-wrap gap-x-3 gap-y-0.5 text-12 text-secondary">
      <Fact name={session.kind === 'token' ? 'Minted' : 'Logged in'} at={createdAt} />
      {lastSeenAt && <Fact name="Last seen" at={lastSeenAt} />}
      <Fact name="Ends" at={expiresAt} />
    </dl>
  )
}

function Fact({ name, at }: { readonly name: string; readonly at: string }) {
  return (
    <div className="flex gap-1">
      <dt className="text-tertiary">{name}</dt>
      <dd>
        <RelativeTime at={at} />
      </dd>
    </div>
  )
}
