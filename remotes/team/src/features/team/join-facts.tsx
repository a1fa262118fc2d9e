import { joinCodeApi } from '@portal/contracts/join-code'
import { ConfirmAct } from '@portal/remote-kit/confirm-act'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useCan } from '@portal/remote-kit/session'
import { Button } from '@portal/ui/button'
import { ConfirmDialog } from '@portal/ui/confirm-dialog'
import { CopyButton } from '@portal/ui/copy-button'
import { Skeleton } from '@portal/ui/skeleton'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { currentUserPath, useCurrentUser } from '../account/membership.ts'

/** The organization's ID and, for stewards (decision 55), the join code and link. */
export function JoinFacts() {
  const { data, isPending } = useCurrentUser()
  const canManage = useCan(joinCodeApi.rotateJoinCode)
  if (isPending) return <Skeleton className={canManage ? 'h-33 w-60' : 'h-7 w-60'} />
  const organization = data?.organization
  if (!organization) return null
  const { code, joinCode } = organization
  return (
    <>
      <dl className="flex flex-col gap-1 text-13">
        <Fact label="ID" value={code} copyLabel="Copy ID" isCode />
        {joinCode && (
          <>
            <Fact label="Join code" value={joinCode} copyLabel="Copy join code" isCode />
            <Fact
              label="Join link"
              value={`${window.location.origin}/join/${joinCode}`}
              copyLabel="Copy join link"
            />
          </>
        )}
      </dl>
      {canManage && <JoinCodeActs isOn={joinCode != null} />}
    </>
  )
}

interface FactProps {
  readonly label: string
  readonly value: string
  readonly copyLabel: string
  readonly isCode?: boolean
}

function Fact({ label, value, copyLabel, isCode = false }: FactProps) {
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-center">
      <dt className="text-tertiary">{label}</dt>
      <dd className="flex min-w-0 items-center gap-1">
        {isCode ? (
          <code className="font-medium font-mono">{value}</code>
        ) : (
          <span className="truncate text-secondary" title={value}>
            {value}
          </span>
        )}
        <CopyButton value={value} label={copyLabel} />
      </dd>
    </div>
  )
}

/** Replaces the join code or switches it off; asks first, because links in use stop working. */
function JoinCodeActs({ isOn }: { readonly isOn: boolean }) {
  const [asked, setAsked] = useState<'rotate' | 'switch-off' | null>(null)
  const close = () => setAsked(null)
  const rotation = useReportedMutation(joinCodeApi.rotateJoinCode, {
    refreshes: [currentUserPath],
    success: 'New join code created',
    failure: 'Failed to create a new join code',
    onDone: close,
  })
  if (!isOn) {
    return (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-13 text-secondary">
        Joining by code is switched off.
        <Button size="sm" busy={rotation.isPending} onClick={() => rotation.mutate({})}>
          Create Join Code
        </Button>
      </p>
    )
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" onClick={() => setAsked('rotate')}>
        <RotateCw className="size-3.5" />
        New Code
      </Button>
      <Button size="sm" variant="ghost" onClick={() => setAsked('switch-off')}>
        Switch Off
      </Button>
      {asked === 'rotate' && (
        <ConfirmDialog
          onClose={close}
          title="New join code"
          question="The present code and link stop working at once. Whoever has joined stays."
          confirmLabel="Create new code"
          onConfirm={() => rotation.mutate({})}
          isBusy={rotation.isPending}
          destructive={false}
        />
      )}
      {asked === 'switch-off' && (
        <ConfirmAct
          route={joinCodeApi.switchOffJoinCode}
          input={{}}
          refreshes={[currentUserPath]}
          success="Joining by code is switched off"
          failure="Failed to switch off joining by code"
          onClose={close}
          title="Switch off joining by code"
          question="The present code and link stop working at once. People can still be invited by e-mail, and a new code can be created at any time."
          confirmLabel="Switch off"
        />
      )}
    </div>
  )
}
