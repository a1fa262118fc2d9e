import { joinCodeApi } from '@portal/contracts/join-code'
import { useCan } from '@portal/remote-kit/session'
import { CopyButton } from '@portal/ui/copy-button'
import { Skeleton } from '@portal/ui/skeleton'
import type { ReactNode } from 'react'
import { useCurrentUser } from '../account/current-user.ts'
import { JoinCodeActs } from './join-code-acts.tsx'

/** The organization's ID and, for stewards (decision 55), the join code and link. */
export function JoinFacts() {
  const { data, isPending } = useCurrentUser()
  const canManage = useCan(joinCodeApi.rotateJoinCode)
  if (isPending) return <Skeleton className="h-24 w-60" />
  const organization = data?.organization
  if (!organization) return null
  const { code, joinCode } = organization
  return (
    <>
      <dl className="flex flex-col gap-1 text-13">
        <Fact label="ID">
          <Code text={code} />
          <CopyButton value={code} label="Copy ID" />
        </Fact>
        {joinCode && (
          <>
            <Fact label="Join code">
              <Code text={joinCode} />
              <CopyButton value={joinCode} label="Copy join code" />
            </Fact>
            <Fact label="Join link">
              <span className="truncate text-secondary" title={joinLink(joinCode)}>
                {joinLink(joinCode)}
              </span>
              <CopyButton value={joinLink(joinCode)} label="Copy join link" />
            </Fact>
          </>
        )}
      </dl>
      {canManage && <JoinCodeActs isOn={joinCode != null} />}
    </>
  )
}

function joinLink(joinCode: string): string {
  return `${window.location.origin}/join/${joinCode}`
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-center">
      <dt className="text-tertiary">{label}</dt>
      <dd className="flex min-w-0 items-center gap-1">{children}</dd>
    </div>
  )
}

function Code({ text }: { readonly text: string }) {
  return <code className="font-medium font-mono">{text}</code>
}
