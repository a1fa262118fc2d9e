import { type Invitation, invitationsApi } from '@portal/contracts/invitations'
import { RoleBadge } from '@portal/remote-kit/role-badge'
import { Badge } from '@portal/ui/badge'
import { Button } from '@portal/ui/button'
import { RelativeTime } from '@portal/ui/relative-time'
import { TableCell, TableRow } from '@portal/ui/table'
import { Check, Clock } from 'lucide-react'
import { useSendInvitation } from '../inviting/hand-over-dialog.tsx'

interface InvitationRowProps {
  readonly invitation: Invitation
  readonly onRevoke: () => void
  readonly onLink: (link: string) => void
}

export function InvitationRow({ invitation, onRevoke, onLink }: InvitationRowProps) {
  const { mutate, isPending } = useSendInvitation(
    invitationsApi.resendInvitation,
    ({ link }) => link !== undefined && onLink(link),
  )
  const { email } = invitation
  return (
    <TableRow>
      <TableCell>
        <bdi className="wrap-anywhere block font-medium normal-nums sm:truncate" title={email}>
          {email}
        </bdi>
      </TableCell>
      <TableCell className="@max-table:text-end">
        <RoleBadge role={invitation.role} />
      </TableCell>
      <TableCell>
        <InvitationStatus invitation={invitation} />
      </TableCell>
      <TableCell className="whitespace-nowrap text-tertiary @max-table:text-end @max-table:text-12">
        <span className="@table:sr-only">Sent </span>
        <RelativeTime at={invitation.createdAt} />
      </TableCell>
      <TableCell isWide>
        {invitation.acceptedAt === null && (
          <span className="flex justify-end gap-1">
            <Button
              size="sm"
              busy={isPending}
              aria-label={`Resend invitation to ${email}`}
              onClick={() => mutate({ params: { id: invitation.id } })}
            >
              Resend
            </Button>
            <Button size="sm" variant="ghost" aria-label={`Revoke invitation to ${email}`} onClick={onRevoke}>
              Revoke
            </Button>
          </span>
        )}
      </TableCell>
    </TableRow>
  )
}

/** Product §4: Pending until accepted, with a note once expired (decision 47) or bounced. */
function InvitationStatus({ invitation }: { readonly invitation: Invitation }) {
  const { acceptedAt, expiresAt, isExpired, deliveryProblem } = invitation
  if (acceptedAt !== null) {
    return (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone="success" icon={<Check />}>
          Accepted
        </Badge>
        <RelativeTime at={acceptedAt} className="whitespace-nowrap text-12 text-tertiary" />
      </span>
    )
  }
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone="warning" icon={<Clock />}>
        Pending
      </Badge>
      <span
        className={`whitespace-nowrap text-12 ${isExpired ? 'font-medium text-danger-text' : 'text-tertiary'}`}
      >
        {isExpired ? 'Expired ' : 'Expires '}
        <RelativeTime at={expiresAt} />
      </span>
      {deliveryProblem !== undefined && (
        <span className="w-full text-12 text-danger-text" dir="auto">
          {deliveryProblem}
        </span>
      )}
    </span>
  )
}
