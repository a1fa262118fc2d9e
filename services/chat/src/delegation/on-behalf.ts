import type { MemberRights } from '@portal/contracts/features'
import type { Role } from '@portal/contracts/permissions'
import type { JobContext } from '@portal/service-kit/jobs/job'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import type { Caller, ChatPorts } from '../ports.ts'

/** A member as whom a job asks documents. */
export interface OnBehalf extends Caller, MemberRights {
  readonly role: Role
  readonly departments: readonly number[]
}

/** A passport of the person for the next half minute; null if they left the organization. */
export async function onBehalfOf(
  job: Pick<JobContext<ChatPorts>, 'organizationId' | 'ports' | 'signal'>,
  personId: string,
): Promise<OnBehalf | null> {
  const { organizationId, signal, ports } = job
  if (!ports.delegates) throw new Error('This chat service has nobody to act for.')
  const delegated = await ports.delegates.passportOf({ organizationId, personId }, signal)
  if (!delegated) return null
  const { passport, role, departments, featuresOff = [] } = delegated
  return { passport, role, departments, featuresOff, requestId: uuidV7(), signal }
}
