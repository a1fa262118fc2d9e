import { passwordProblem } from '@portal/service-kit/ports/password-rules'
import { z } from 'zod'
import type { ProfileErrors, RegisterView } from './register-page.ts'

/** What was entered, trimmed. */
export type ProfileValues = RegisterView['values']

const name = (what: string) =>
  z
    .string()
    .min(1, `Enter your ${what}.`)
    .max(100, `Use at most 100 characters.`)
    .regex(/^[^\p{Cc}\p{Cs}<>]*$/u, 'Use letters, spaces and punctuation only.')

const Person = z.object({
  firstName: name('first name'),
  lastName: name('last name'),
  email: z.email('Enter an e-mail address such as name@example.com.').max(254, 'Use at most 254 characters.'),
})

/** The address in lower case. */
export function readProfile(fields: URLSearchParams): ProfileValues {
  const text = (field: string) => (fields.get(field) ?? '').normalize('NFC').trim()
  return { firstName: text('firstName'), lastName: text('lastName'), email: text('email').toLowerCase() }
}

/** A message for each wrong field. */
export function profileErrors(values: ProfileValues): ProfileErrors {
  const result = Person.safeParse(values)
  if (result.success) return {}
  const errors: Partial<Record<string, string>> = {}
  for (const issue of result.error.issues) errors[String(issue.path[0])] ??= issue.message
  return errors
}

export function passwordErrors(password: string, about: readonly (string | null)[]): ProfileErrors {
  const problem = passwordProblem(password, about)
  return problem === null ? {} : { password: problem }
}
