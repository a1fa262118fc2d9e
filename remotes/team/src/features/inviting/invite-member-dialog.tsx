import { toast } from '@portal/remote-kit/toast'
import { InviteDialog, type OfferedRole } from './invite-dialog.tsx'

/** The team page offers two roles, the default first (specification §5). The server decides who may give which. */
const roles: readonly OfferedRole[] = [
  { role: 'team_member', refusal: null },
  { role: 'admin', refusal: null },
]

/** Specification §5: the pair that an empty address is told. */
const emailRequired = { title: 'Email Required', description: 'Please enter an email address' } as const

/** Specification §2 and §6: any member may open it on the team page. */
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
