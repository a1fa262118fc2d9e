import type { Invitation } from '@portal/contracts/invitations'
import { Button } from '@portal/ui/button'
import { RelativeTime } from '@portal/ui/relative-time'
import { TableCell, TableRow } from '@portal/ui/table'
import { RoleBadge } from '../people/role-badge.tsx'
import { InvitationStatus } from './invitation-status.tsx'
import { useResendInvitation } from './queries.ts'

export interface InvitationRowProps {
  readonly invitation: Invitation
  readonly onRevoke: () => void
  readonly onLink: (link: string) => void
}

export function InvitationRow({ invitation, onRevoke, onLink }: InvitationRowProps) {
  const { mutate, isPending } = useResendInvitation(onLink)
  const { email } = invitation
  return (
    <TableRow>
      <TableCell>
        <bdi className="block truncate font-medium normal-nums" title={email}>
          {email}
        </bdi>
      </TableCell>
      <TableCell className="max-lg:text-end">
        <RoleBadge role={invitation.role} />
      </TableCell>
      <TableCell>
        <InvitationStatus invitation={invitation} />
      </TableCell>
      <TableCell className="whitespace-nowrap text-tertiary max-lg:text-end max-lg:text-12">
        <span className="lg:sr-only">Sent </span>
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
