import { RequestError } from '@portal/contracts/client'

/** Whether a request was refused because the person belongs to an organization already (decision 59). */
export function isAlreadyMember(error: unknown): boolean {
  return error instanceof RequestError && error.code === 'already_member'
}
