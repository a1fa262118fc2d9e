import { type Role, roleLabels } from '@portal/contracts/permissions'
import { Badge, type BadgeTone } from '@portal/ui/badge'

const tones: Readonly<Record<Role, BadgeTone>> = {
  admin: 'accent',
  facilitator: 'info',
  manager: 'neutral',
  team_member: 'outline',
}

/** A role as a word (decision 6). */
export function RoleBadge({ role }: { readonly role: Role }) {
  return <Badge tone={tones[role]}>{roleLabels[role]}</Badge>
}
