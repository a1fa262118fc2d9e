import type { MasterUser } from '@portal/contracts/master-admin'

type Named = Pick<MasterUser, 'id' | 'email' | 'firstName' | 'lastName'>

/** First and last name, as far as they are given. */
export function fullName({ firstName, lastName }: Omit<Named, 'id' | 'email'>): string | null {
  const name = [firstName, lastName].filter(Boolean).join(' ').trim()
  return name === '' ? null : name
}

/** How a person is called: full name, else e-mail address, else ID (specification §2). */
export function userName(user: Named): string {
  return fullName(user) ?? user.email ?? user.id
}
