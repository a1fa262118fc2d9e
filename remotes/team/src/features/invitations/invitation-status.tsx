import type { Invitation } from '@portal/contracts/invitations'
import { Badge } from '@portal/ui/badge'
import { RelativeTime } from '@portal/ui/relative-time'
import { Check, Clock } from 'lucide-react'

/**
 * Product §4: Pending until accepted, with a note if expired (decision 47) or if its mail bounced.
 */
export function InvitationStatus({ invitation }: { readonly invitation: Invitation }) {
  const { acceptedAt, expiresAt, isExpired, deliveryProblem } = invitation
  if (acceptedAt !== null) {
    return (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone="success" icon={<Check />}>
          Accepted
        </Badge>
        <RelativeTime at={acceptedAt} className="whitespace-nowrap text-12 text-tertiary" />
      </span>
    )
  }
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone="warning" icon={<Clock />}>
        Pending
      </Badge>
      <span
        className={`whitespace-nowrap text-12 ${isExpired ? 'font-medium text-danger-text' : 'text-tertiary'}`}
      >
        {isExpired ? 'Expired ' : 'Expires '}
        <RelativeTime at={expiresAt} />
      </span>
      {deliveryProblem !== undefined && (
        <span className="w-full text-12 text-danger-text" dir="auto">
          {deliveryProblem}
        </span>
      )}
    </span>
  )
}
