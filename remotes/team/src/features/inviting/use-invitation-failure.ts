import { RequestError } from '@portal/contracts/client'
import { toast } from '@portal/remote-kit/toast'
import { failureText, isUnauthorized, useUnauthorized } from '@portal/remote-kit/unauthorized'

/** Reports an invitation that was not sent, with what to do about it (product §8). */
export function useInvitationFailure(): (error: unknown) => void {
  const unauthorized = useUnauthorized()
  return (error) => {
    if (isUnauthorized(error)) unauthorized()
    else toast({ title: 'Invitation Failed', description: textOf(error), variant: 'error' })
  }
}

function textOf(error: unknown): string {
  const action = error instanceof RequestError ? error.suggestedAction : null
  const message = failureText(error, 'Failed to send invitation')
  return action === null ? message : `${message} ${action}`
}
