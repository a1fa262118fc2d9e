import type { Invitation } from '@portal/contracts/invitations'
import { ConfirmDialog } from '@portal/ui/confirm-dialog'
import { useRevokeInvitation } from './queries.ts'

/** Asks before an invitation is revoked. */
export function RevokeDialog(props: { readonly invitation: Invitation; readonly onClose: () => void }) {
  const { invitation, onClose } = props
  const { mutate, isPending } = useRevokeInvitation(onClose)
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Revoke invitation"
      question={
        <>
          The link that was sent to <bdi className="font-medium">{invitation.email}</bdi> stops working.
        </>
      }
      confirmLabel="Revoke invitation"
      onConfirm={() => mutate({ params: { id: invitation.id } })}
      isBusy={isPending}
    />
  )
}
