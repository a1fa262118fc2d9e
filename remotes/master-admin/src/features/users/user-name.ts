import { fullName } from '@portal/contracts/full-name'
import type { MasterUser } from '@portal/contracts/master-admin'

/** How a person is called: full name, else e-mail address, else ID (product §2). */
export function userName(user: Pick<MasterUser, 'id' | 'email' | 'firstName' | 'lastName'>): string {
  return fullName(user) ?? user.email ?? user.id
}
