import { roleLabels } from '@portal/contracts/permissions'
import type { Session } from '@portal/contracts/session'
import { Badge } from '@portal/ui/badge'

/** The role in words (decision 6); nothing without an organization. */
export function RoleBadge({ session }: { readonly session: Session }) {
  return session.role ? <Badge tone="accent">{roleLabels[session.role]}</Badge> : null
}
