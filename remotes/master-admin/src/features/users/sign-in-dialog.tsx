import type { OneTimeLogin } from '@portal/contracts/operators'
import { Button } from '@portal/ui/button'
import { CopyButton } from '@portal/ui/copy-button'
import { Dialog } from '@portal/ui/dialog'
import { RelativeTime } from '@portal/ui/relative-time'

export interface SignInDialogProps {
  readonly userId: string
  readonly name: string
  /** Null if the identity provider did not respond. */
  readonly access: OneTimeLogin | null
  readonly onClose: () => void
}

/** How a person without a password logs in: handed over once, not shown again. */
export function SignInDialog({ userId, name, access, onClose }: SignInDialogProps) {
  return (
    <Dialog
      isSticky
      onClose={onClose}
      title={access ? 'Hand over the login' : 'No login yet'}
      description={<Explanation {...{ name, access }} />}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <dl className="flex flex-col gap-3">
        <Handed label="User ID" value={userId} copyLabel="Copy user ID" />
        {access?.kind === 'link' && <Handed label="Link" value={access.url} copyLabel="Copy login link" />}
        {access?.kind === 'password' && (
          <Handed label="One-time password" value={access.password} copyLabel="Copy one-time password" />
        )}
      </dl>
    </Dialog>
  )
}

function Explanation({ name, access }: Pick<SignInDialogProps, 'name' | 'access'>) {
  const who = <bdi className="font-medium">{name}</bdi>
  if (access === null)
    return (
      <>
        The account exists, but the identity provider stopped answering. Ask for a new login link in the row
        of {who}.
      </>
    )
  if (access.kind === 'password')
    return <>{who} logs in with this password once, and then chooses their own. It is not shown again.</>
  return (
    <>
      {who} chooses a password with this link. It works once, expires <RelativeTime at={access.expiresAt} />{' '}
      and is not shown again.
    </>
  )
}

function Handed(props: { readonly label: string; readonly value: string; readonly copyLabel: string }) {
  const { label, value, copyLabel } = props
  return (
    <div>
      <dt className="mb-1.5 font-medium text-13">{label}</dt>
      <dd className="flex items-center gap-2 rounded-control border border-default bg-sunken py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 truncate font-mono text-12" title={value}>
          {value}
        </code>
        <CopyButton value={value} label={copyLabel} />
      </dd>
    </div>
  )
}
