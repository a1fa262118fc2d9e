import { fullName } from '@portal/contracts/full-name'
import { roleLabels } from '@portal/contracts/permissions'
import type { Session } from '@portal/contracts/session'
import { Badge } from '@portal/ui/badge'

/** A person's display name: full name, else e-mail address. */
export function personName(person: Session['person']): string {
  return (person && fullName(person)) || person?.email || 'Logged in'
}

/** The role in words (decision 6); nothing without an organization. */
export function RoleBadge({ session }: { readonly session: Session }) {
  return session.role ? <Badge tone="accent">{roleLabels[session.role]}</Badge> : null
}
