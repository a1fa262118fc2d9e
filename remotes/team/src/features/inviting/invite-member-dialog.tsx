import { toast } from '@portal/remote-kit/toast'
import { InviteDialog } from './invite-dialog.tsx'

/** The team page offers two roles, the default first (product §5). */
const roles = ['team_member', 'admin'] as const

/** Product §5: the pair that an empty address is told. */
const emailRequired = { title: 'Email Required', description: 'Please enter an email address' } as const

/** Product §2 and §6: any member may open it on the team page. */
export function InviteMemberDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <InviteDialog
      title="Invite Team Member"
      roles={roles}
      emptyMessage={emailRequired.description}
      onEmpty={() => toast({ ...emailRequired, variant: 'error' })}
      onClose={onClose}
    />
  )
}
