import { RequestError } from '@portal/contracts/client'

/** Whether the person already belongs to an organization (decision 59). */
export function isAlreadyMember(error: unknown): boolean {
  return error instanceof RequestError && error.code === 'already_member'
}
