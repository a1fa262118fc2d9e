import type { Invitation } from '@portal/contracts/invitations'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { Card } from '@portal/ui/card'
import { EmptyState } from '@portal/ui/empty-state'
import { Table } from '@portal/ui/table'
import { useFocusAfterRemoval } from '@portal/ui/use-focus-after-removal'
import { useState } from 'react'
import { HandOverDialog } from '../inviting/hand-over-dialog.tsx'
import { MembersSkeleton } from '../people/members-skeleton.tsx'
import { InvitationRow } from './invitation-row.tsx'
import { useInvitations } from './queries.ts'
import { RevokeDialog } from './revoke-dialog.tsx'

const columns = [
  { label: 'Email' },
  { label: 'Role', className: 'w-30' },
  { label: 'Status' },
  { label: 'Sent', className: 'w-34' },
  { label: 'Actions', isHidden: true, className: 'w-44' },
] as const

/** What the page does about one invitation. */
type OpenDialog =
  | { readonly kind: 'revoke'; readonly invitation: Invitation }
  | { readonly kind: 'hand-over'; readonly invitation: Invitation; readonly link: string }

/** Specification §2, Pending Invitations: those that are out, and those that were accepted. */
export function PendingInvitations() {
  const invitations = useInvitations()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const table = useFocusAfterRemoval<HTMLTableElement>(invitations.data?.length ?? 0)
  const close = () => setDialog(null)
  const open = invitations.data?.filter(({ acceptedAt }) => acceptedAt === null).length
  return (
    <Card title="Pending Invitations" count={open} flush>
      {invitations.isPending && <MembersSkeleton label="Loading invitations" />}
      {invitations.error && (
        <div className="p-4">
          <ReadFailure title="The invitations could not be loaded" query={invitations} />
        </div>
      )}
      {invitations.data?.length === 0 && (
        <EmptyState title="No invitations" description="Whoever is invited stands here until they accept." />
      )}
      {invitations.data && invitations.data.length > 0 && (
        <Table ref={table} label="Invitations" columns={columns}>
          {invitations.data.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              onRevoke={() => setDialog({ kind: 'revoke', invitation })}
              onLink={(link) => setDialog({ kind: 'hand-over', invitation, link })}
            />
          ))}
        </Table>
      )}
      {dialog?.kind === 'revoke' && <RevokeDialog invitation={dialog.invitation} onClose={close} />}
      {dialog?.kind === 'hand-over' && (
        <HandOverDialog email={dialog.invitation.email} link={dialog.link} onClose={close} />
      )}
    </Card>
  )
}
