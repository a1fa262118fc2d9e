import { invitationDays } from '@portal/contracts/invitations'
import { Button } from '@portal/ui/button'
import { CopyButton } from '@portal/ui/copy-button'
import { Dialog } from '@portal/ui/dialog'

export interface HandOverDialogProps {
  readonly email: string
  readonly link: string
  readonly onClose: () => void
}

/** This portal sends no mail: the inviter hands the link over. */
export function HandOverDialog({ email, link, onClose }: HandOverDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title="Hand over the invitation link"
      description={
        <>
          This portal sends no mail. Give this link to <bdi className="font-medium">{email}</bdi>; it works
          for {invitationDays} days, and only for that address.
        </>
      }
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex items-center gap-2 rounded-control border border-default bg-sunken py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 truncate font-mono text-12" title={link}>
          {link}
        </code>
        <CopyButton value={link} label="Copy invitation link" />
      </div>
    </Dialog>
  )
}
