import type { MasterUser } from '@portal/contracts/master-admin'
import { ConfirmDialog } from '@portal/ui/confirm-dialog'
import { useDeleteUser } from './queries.ts'
import { userName } from './user-name.ts'

export interface DeleteUserDialogProps {
  readonly user: MasterUser
  readonly onClose: () => void
}

export function DeleteUserDialog({ user, onClose }: DeleteUserDialogProps) {
  const { mutate, isPending } = useDeleteUser(onClose)
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete user"
      question={
        <>
          Are you sure you want to delete user "<bdi>{user.email ?? userName(user)}</bdi>"? This action cannot
          be undone.
        </>
      }
      confirmLabel="Delete user"
      onConfirm={() => mutate({ params: { id: user.id } })}
      isBusy={isPending}
    >
      <p className="text-13 text-secondary">
        They are signed out everywhere, and the account cannot sign in any more.
      </p>
    </ConfirmDialog>
  )
}
