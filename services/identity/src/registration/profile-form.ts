import { passwordLength, passwordProblem } from '@portal/service-kit/ports/password-rules'
import { z } from 'zod'
import type { Field } from '../pages/form.ts'

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

/** What was entered, trimmed. */
export type ProfileValues = Readonly<z.infer<typeof Person>>

export type Names = Pick<ProfileValues, 'firstName' | 'lastName'>

/** A message for each wrong field. */
export type ProfileErrors = Readonly<Partial<Record<keyof ProfileValues | 'password', string>>>

/** The address in lower case. */
export function readProfile(fields: URLSearchParams): ProfileValues {
  const text = (field: string) => (fields.get(field) ?? '').normalize('NFC').trim()
  return { firstName: text('firstName'), lastName: text('lastName'), email: text('email').toLowerCase() }
}

export function profileErrors(values: ProfileValues): ProfileErrors {
  return errorsOf(Person, values)
}

export function nameErrors(values: Names): ProfileErrors {
  return errorsOf(Person.pick({ firstName: true, lastName: true }), values)
}

function errorsOf(schema: z.ZodType, values: object): ProfileErrors {
  const errors: Partial<Record<string, string>> = {}
  for (const issue of schema.safeParse(values).error?.issues ?? [])
    errors[String(issue.path[0])] ??= issue.message
  return errors
}

export function passwordErrors(password: string, about: readonly (string | null)[]): ProfileErrors {
  const problem = passwordProblem(password, about)
  return problem === null ? {} : { password: problem }
}

export function nameFields(values: Names, errors: ProfileErrors): readonly [Field, Field] {
  const field = (name: keyof Names) => ({ name, value: values[name], error: errors[name] })
  const half = { type: 'text', lengthMax: 100, isHalf: true } as const
  return [
    { ...field('firstName'), ...half, label: 'First name', autocomplete: 'given-name' },
    { ...field('lastName'), ...half, label: 'Last name', autocomplete: 'family-name' },
  ]
}

/** `isInvited`: the address is the invitation's and stays (decision 47). */
export function profileFields(values: ProfileValues, errors: ProfileErrors, isInvited = false): Field[] {
  const [firstName, lastName] = nameFields(values, errors)
  return [
    { ...firstName, isFocused: true },
    lastName,
    {
      name: 'email',
      value: values.email,
      error: errors.email,
      label: 'E-mail',
      type: 'email',
      autocomplete: 'username',
      lengthMax: 254,
      isFixed: isInvited,
    },
  ]
}

export function newPasswordField(error: string | undefined): Field {
  return {
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'new-password',
    lengthMax: passwordLength.max,
    hint: `At least ${passwordLength.min} characters. A few unrelated words are easy to remember.`,
    error,
  }
}
