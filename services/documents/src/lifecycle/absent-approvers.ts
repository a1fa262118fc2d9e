import { dayIn } from '@portal/contracts/calendar-day'
import { own } from '@portal/service-kit/database/own'
import { gte, inArray } from 'drizzle-orm'
import { membersAmong } from '../members/follow-members.ts'
import { settingsOf } from '../settings/follow-settings.ts'
import { approverAbsences } from './absence-schema.ts'
import type { Step } from './lock-document.ts'

interface Asked {
  readonly approverId: string
  readonly delegateId: string | null
}

/**
 * Who decides for those of a stage's approvers who are away, by approver. Nobody gets to decide
 * twice in the stage, nor on a version of their own (decision 18).
 */
export async function delegatesOf(
  step: Pick<Step, 'db' | 'organizationId'>,
  asked: readonly Asked[],
  authorId: string,
): Promise<ReadonlyMap<string, string>> {
  const { timeZone } = await settingsOf(step.db, step)
  const approverIds = asked.map(({ approverId }) => approverId)
  if (approverIds.length === 0) return new Map()
  const isAway = gte(approverAbsences.until, dayIn(timeZone))
  const absences = await step.db
    .select()
    .from(approverAbsences)
    .where(own(approverAbsences, step, inArray(approverAbsences.personId, approverIds), isAway))
    .orderBy(approverAbsences.personId)
  const members = await membersAmong(
    step.db,
    step,
    absences.map(({ delegateId }) => delegateId),
  )
  const taken = new Set([
    authorId,
    ...asked.flatMap(({ approverId, delegateId }) => [approverId, delegateId]),
  ])
  const delegates = new Map<string, string>()
  for (const { personId, delegateId } of absences) {
    const hasOne = asked.some((each) => each.approverId === personId && each.delegateId !== null)
    if (hasOne || taken.has(delegateId) || !members.has(delegateId)) continue
    taken.add(delegateId)
    delegates.set(personId, delegateId)
  }
  return delegates
}
