import { type Invitation, invitationsApi } from '@portal/contracts/invitations'
import { roleLabels } from '@portal/contracts/permissions'
import { ConfirmAct } from '@portal/remote-kit/confirm-act'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { RowSearchField } from '@portal/remote-kit/row-search-field'
import { useRowSearch } from '@portal/remote-kit/use-row-search'
import { Card } from '@portal/ui/card'
import { EmptyState } from '@portal/ui/empty-state'
import { MoreRows } from '@portal/ui/more-rows'
import { Table } from '@portal/ui/table'
import { useFocusAfterRemoval } from '@portal/ui/use-focus-after-removal'
import { useState } from 'react'
import { HandOverDialog } from '../inviting/hand-over-dialog.tsx'
import { MembersSkeleton } from '../people/members-card.tsx'
import { listSize } from '../people/queries.ts'
import { InvitationRow } from './invitation-row.tsx'

const columns = [
  { label: 'E-mail' },
  { label: 'Role', className: 'w-30' },
  { label: 'Status' },
  { label: 'Sent', className: 'w-34' },
  { label: 'Actions', isHidden: true, className: 'w-44' },
] as const

type OpenDialog =
  | { readonly kind: 'revoke'; readonly invitation: Invitation }
  | { readonly kind: 'hand-over'; readonly invitation: Invitation; readonly link: string }

/** Product §2, Pending Invitations: those that are out, and those that were accepted. */
export function PendingInvitations() {
  const invitations = useRouteQuery(invitationsApi.listInvitations, {})
  const search = useRowSearch(invitations.data ?? [], {
    parameter: 'invited',
    wordsOf: invitationWords,
    ...listSize,
  })
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  // The `/` key belongs to the search of the users above.
  const look = { hasShortcut: false, className: 'w-full sm:w-56' }
  const field = <RowSearchField search={search} label="Search invitations" {...look} />
  const table = useFocusAfterRemoval<HTMLTableElement>(invitations.data?.length ?? 0)
  const close = () => setDialog(null)
  const open = invitations.data?.filter(({ acceptedAt }) => acceptedAt === null).length
  return (
    <Card title="Pending Invitations" count={open} aside={search.hasSearch && field}>
      {invitations.isPending && <MembersSkeleton label="Loading invitations" />}
      {invitations.error && (
        <div className="p-4">
          <ReadFailure title="The invitations could not be loaded" query={invitations} />
        </div>
      )}
      {invitations.data?.length === 0 && (
        <EmptyState
          title="No invitations"
          description="People you invite are listed here until they accept."
        />
      )}
      {search.found.length === 0 && search.text !== '' && (
        <EmptyState
          title={`No invitation matches "${search.text}"`}
          description="Try part of an e-mail address, a role, or pending or accepted."
        />
      )}
      {search.shown.length > 0 && (
        <Table ref={table} label="Invitations" columns={columns}>
          {search.shown.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              onRevoke={() => setDialog({ kind: 'revoke', invitation })}
              onLink={(link) => setDialog({ kind: 'hand-over', invitation, link })}
            />
          ))}
        </Table>
      )}
      <MoreRows
        className="border-subtle border-t px-4 py-2.5"
        shown={search.shown.length}
        found={search.found.length}
        what="invitations"
        onMore={search.showMore}
      />
      {dialog?.kind === 'revoke' && (
        <ConfirmAct
          route={invitationsApi.revokeInvitation}
          input={{ params: { id: dialog.invitation.id } }}
          refreshes={[invitationsApi.listInvitations.path]}
          success="Invitation revoked"
          failure="Failed to revoke invitation"
          onClose={close}
          title="Revoke invitation"
          question={
            <>
              The link that was sent to <bdi className="font-medium">{dialog.invitation.email}</bdi> stops
              working.
            </>
          }
          confirmLabel="Revoke invitation"
        />
      )}
      {dialog?.kind === 'hand-over' && (
        <HandOverDialog email={dialog.invitation.email} link={dialog.link} onClose={close} />
      )}
    </Card>
  )
}

function invitationWords({ email, role, acceptedAt, isExpired }: Invitation): string {
  const state = acceptedAt === null ? `Pending ${isExpired ? 'Expired' : ''}` : 'Accepted'
  return `${email} ${roleLabels[role]} ${state}`
}
