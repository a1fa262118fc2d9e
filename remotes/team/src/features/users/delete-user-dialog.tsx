import type { Member } from '@portal/contracts/members'
import { ConfirmDialog } from '@portal/ui/confirm-dialog'
import { MemberIdentity } from '../people/member-identity.tsx'
import { useRemoveMember } from './queries.ts'

/** Asks, in the specified words, before somebody is removed (product §6). */
export function DeleteUserDialog(props: { readonly member: Member; readonly onClose: () => void }) {
  const { member, onClose } = props
  const { mutate, isPending } = useRemoveMember(onClose)
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Delete user"
      question="Are you sure you want to delete this user? This action cannot be undone."
      confirmLabel="Delete user"
      onConfirm={() => mutate({ params: { userId: member.id } })}
      isBusy={isPending}
    >
      <div className="my-2 rounded-control border border-default px-3 py-2.5">
        <MemberIdentity member={member} />
      </div>
      <p className="text-13 text-secondary">
        They are signed out everywhere and come back only by invitation. Their open approvals go to somebody
        else.
      </p>
    </ConfirmDialog>
  )
}
