import { NewPerson } from '@portal/contracts/operators'

export const emptyDraft = { id: '', email: '', firstName: '', lastName: '', organizationId: '', role: '' }
export type UserDraft = typeof emptyDraft
export type UserField = keyof UserDraft

const texts: Readonly<Record<UserField, string>> = {
  id: 'Please enter a user ID',
  email: 'Please enter an email address',
  firstName: 'This name is too long',
  lastName: 'This name is too long',
  organizationId: 'Please enter the number of an organization',
  role: 'Please select a role',
}

/** A draft's command, or its invalid fields. */
export interface DraftRead {
  readonly user: NewPerson | null
  readonly errors: Partial<Record<UserField, string>>
}

/** Validates a draft. */
export function readDraft(draft: UserDraft): DraftRead {
  const { firstName, lastName, organizationId, ...rest } = draft
  const read = NewPerson.safeParse({
    ...rest,
    // Only the way a number is written counts as one (product §5: sent as a whole number).
    organizationId: /^[1-9]\d{0,15}$/.test(organizationId.trim()) ? Number(organizationId) : null,
    ...(firstName.trim() === '' ? {} : { firstName }),
    ...(lastName.trim() === '' ? {} : { lastName }),
  })
  if (read.success) return { user: read.data, errors: {} }
  const errors: Partial<Record<UserField, string>> = {}
  for (const { path, message } of read.error.issues) {
    const field = String(path[0]) as UserField
    const isEmpty = draft[field].trim() === ''
    errors[field] ??= isEmpty || field === 'organizationId' || field === 'role' ? texts[field] : message
  }
  return { user: null, errors }
}
