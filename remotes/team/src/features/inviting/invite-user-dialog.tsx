import { roles } from '@portal/contracts/permissions'
import { InviteDialog } from './invite-dialog.tsx'

/** Product §5: User Management invites to any of the four roles. */
export function InviteUserDialog({ onClose }: { readonly onClose: () => void }) {
  return <InviteDialog title="Invite User" roles={roles} onClose={onClose} />
}
