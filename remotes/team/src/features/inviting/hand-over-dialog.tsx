import { RequestError } from '@portal/contracts/client'
import { invitationDays, invitationsApi } from '@portal/contracts/invitations'
import type { RouteResponse } from '@portal/contracts/route'
import { useRouteMutation } from '@portal/remote-kit/route-query'
import { toast } from '@portal/remote-kit/toast'
import { failureText, isUnauthorized, useUnauthorized } from '@portal/remote-kit/unauthorized'
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

type Sending = typeof invitationsApi.createInvitation | typeof invitationsApi.resendInvitation

/** Sends an invitation, new or again; a failure comes with what to do about it (product §8). */
export function useSendInvitation<R extends Sending>(route: R, onSent: (sent: RouteResponse<R>) => void) {
  const unauthorized = useUnauthorized()
  return useRouteMutation(route, {
    refreshes: [invitationsApi.listInvitations.path],
    onDone: (sent) => {
      toast({ title: 'Success', description: 'User invitation sent successfully', variant: 'success' })
      onSent(sent)
    },
    onFailure: (error) => {
      if (isUnauthorized(error)) unauthorized()
      else toast({ title: 'Invitation Failed', description: textOf(error), variant: 'error' })
    },
  })
}

function textOf(error: unknown): string {
  const action = error instanceof RequestError ? error.suggestedAction : null
  const message = failureText(error, 'Failed to send invitation')
  return action === null ? message : `${message} ${action}`
}
