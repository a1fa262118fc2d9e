import type { AuditOutcome } from '@portal/contracts/audit'
import { Badge, type BadgeTone } from '@portal/ui/badge'
import { Ban, Check, Eye } from 'lucide-react'
import type { ReactNode } from 'react'

interface Look {
  readonly label: string
  readonly tone: BadgeTone
  readonly icon: ReactNode
}

const looks: Readonly<Record<AuditOutcome, Look>> = {
  done: { label: 'Done', tone: 'neutral', icon: <Check /> },
  denied: { label: 'Refused', tone: 'danger', icon: <Ban /> },
  read: { label: 'Read', tone: 'info', icon: <Eye /> },
}

/** The outcomes to choose from. */
export const outcomeOptions = Object.entries(looks).map(([value, { label }]) => ({ value, label }))

export function OutcomeBadge({ outcome }: { readonly outcome: AuditOutcome }) {
  const { label, tone, icon } = looks[outcome]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}
