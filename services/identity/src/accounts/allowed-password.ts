import { PasswordRefused } from '@portal/service-kit/ports/identity-admin'
import { passwordProblem } from '@portal/service-kit/ports/password-rules'
import type { PasswordHasher } from './password-hash.ts'

/** Whose names and address the password must not be built from. */
export interface PasswordOwner {
  readonly username: string
  readonly email: string | null
  readonly firstName?: string | null
  readonly lastName?: string | null
}

/** A password to be saved, and what ends its waiting to be hashed. */
export interface ChosenPassword {
  readonly password: string
  readonly signal?: AbortSignal | undefined
}

/** The hash of a password that meets the rules. Throws PasswordRefused and HashingBusy. */
export async function hashAllowedPassword(
  hasher: PasswordHasher,
  { password, signal }: ChosenPassword,
  owner: PasswordOwner,
): Promise<string> {
  const { username, email, firstName, lastName } = owner
  const problem = passwordProblem(password, [username, email, firstName, lastName])
  if (problem !== null) throw new PasswordRefused(problem)
  return hasher.hash(password, signal)
}
