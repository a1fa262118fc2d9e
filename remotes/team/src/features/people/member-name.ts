import type { Member } from '@portal/contracts/members'

/** How a member is called: full name, else e-mail address. Null while neither is known. */
export function memberName({ firstName, lastName, email }: NamedMember): string | null {
  return fullName({ firstName, lastName }) ?? email
}

/** First and last name, as far as they are given. */
export function fullName({ firstName, lastName }: Omit<NamedMember, 'email'>): string | null {
  const name = [firstName, lastName].filter(Boolean).join(' ').trim()
  return name === '' ? null : name
}

type NamedMember = Pick<Member, 'firstName' | 'lastName' | 'email'>
