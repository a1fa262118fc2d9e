import { dayIn, daysBetween } from '@portal/contracts/calendar-day'
import { documentsEvents } from '@portal/contracts/documents'
import { defaultSettings } from '@portal/contracts/organization-settings'
import { rolesWith } from '@portal/contracts/permissions'
import { own } from '@portal/service-kit/database/own'
import type { ServiceScope } from '@portal/service-kit/define-service'
import { enqueueInParts } from '@portal/service-kit/jobs/enqueue-in-parts'
import { type JobContext, job } from '@portal/service-kit/jobs/job'
import { every } from '@portal/service-kit/sleep'
import { and, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { documentOfVersion } from '../joins.ts'
import { lockVersion, type Step, type VersionRow } from '../lifecycle/lock-document.ts'
import { type ApprovalRow, updateApproval } from '../lifecycle/submit-version.ts'
import { membersAmong } from '../members/follow-members.ts'
import type { DocumentsPorts } from '../ports.ts'
import { approvals, documents, versions } from '../schema.ts'
import { settingsOf } from '../settings/follow-settings.ts'
import { organizationSettings } from '../settings/settings-schema.ts'
import { ofApproval, replaceProblem } from './decide.ts'

const Chased = z.object({ documentId: z.uuid(), approvalId: z.uuid() })
type Run = JobContext<DocumentsPorts, z.infer<typeof Chased>>

/** What an approval needs now; null: nothing. */
type Chase = { readonly daysLeft: number; readonly reminder: number } | 'escalate' | null

interface Deadline extends Pick<ApprovalRow, 'dueAt' | 'remindedDays' | 'escalatedAt'> {
  readonly timeZone: string
  readonly reminderDays: readonly number[]
}

/** Reminds before the deadline and on its day, once for each, and escalates once it has passed. */
export function dueChase({ dueAt, remindedDays, escalatedAt, ...terms }: Deadline, now = Date.now()): Chase {
  if (dueAt === null) return null
  if (dueAt.getTime() <= now) return escalatedAt === null ? 'escalate' : null
  const { timeZone, reminderDays } = terms
  const daysLeft = daysBetween(dayIn(timeZone, now), dayIn(timeZone, dueAt))
  const reached = [...reminderDays, 0].filter((days) => daysLeft <= days)
  const reminder = reached.length === 0 ? null : Math.min(...reached)
  if (reminder === null || (remindedDays !== null && remindedDays <= reminder)) return null
  return { daysLeft, reminder }
}

/** Pending, with a deadline, and not escalated yet. */
const isOpen = and(eq(approvals.status, 'pending'), isNotNull(approvals.dueAt), isNull(approvals.escalatedAt))

/** What is to be done is judged under the document's lock, so that it is done once. */
export const chaseApproval = job<typeof Chased, DocumentsPorts>('chase-approval', {
  payload: Chased,
  maxAttempts: 20,
  leaseMs: 60_000,
  concurrency: 1,
  run: ({ organizationId, payload, tx }: Run) =>
    tx(async (db, emit, enqueue) => {
      const { documentId: id, approvalId } = payload
      const step = { organizationId, db, emit, enqueue }
      const present = own(documents, step, eq(documents.id, id), isNull(documents.deletedAt))
      const [document] = await db.select({ id: documents.id }).from(documents).where(present).for('update')
      if (!document) return
      const wanted = own(approvals, step, eq(approvals.id, approvalId), isOpen)
      const [approval] = await db.select().from(approvals).where(wanted)
      if (!approval?.dueAt) return
      const { timeZone, approvalReminderDays: reminderDays } = await settingsOf(db, step)
      const chase = dueChase({ ...approval, timeZone, reminderDays })
      if (chase === null) return
      const { approverId, dueAt, delegateId, versionId } = approval
      const { version } = await lockVersion(step, { id, versionId })
      if (chase === 'escalate') return escalate(step, { ...approval, dueAt }, version)
      await updateApproval(step, approvalId, { remindedDays: chase.reminder })
      await emit(documentsEvents.approvalDue, {
        subject: id,
        data: {
          ...{ ...ofApproval(approval, version), approverId },
          ...{ dueAt: dueAt.toISOString(), daysLeft: chase.daysLeft },
        },
        audience: { organizationId, users: [approverId, delegateId ?? []].flat() },
      })
    }),
})

/** Lets the rule's escalation contact decide too, if eligible; otherwise notifies the stewards. */
async function escalate(
  step: Step,
  approval: ApprovalRow & { readonly dueAt: Date },
  version: VersionRow,
): Promise<void> {
  const { organizationId } = step
  const { id, documentId, approverId, dueAt } = approval
  const escalatedTo = await standIn(step, approval)
  const delegate = escalatedTo === null ? {} : { delegateId: escalatedTo }
  await updateApproval(step, id, { escalatedAt: new Date(), ...delegate })
  await step.emit(documentsEvents.approvalEscalated, {
    subject: documentId,
    data: { ...ofApproval(approval, version), approverId, dueAt: dueAt.toISOString(), escalatedTo },
    audience:
      escalatedTo === null
        ? { organizationId, users: [approverId], roles: rolesWith('version:manage') }
        : { organizationId, users: [approverId, escalatedTo] },
  })
}

/** Null if the rule names nobody, or somebody who left or may not decide here. */
async function standIn(step: Step, approval: ApprovalRow): Promise<string | null> {
  const { escalateToId: personId, delegateId, documentId: id, versionId } = approval
  if (personId === null || delegateId !== null) return null
  if (!(await membersAmong(step.db, step, [personId])).has(personId)) return null
  const locked = await lockVersion(step, { id, versionId })
  const problem = await replaceProblem(step, { delegateId: personId, locked, approval })
  return problem === null ? personId : null
}

const periodMs = 60_000

/** Looks for deadlines in every replica; after a stop it finds the missed ones. */
export function startChasing({ platformTx, log }: ServiceScope<DocumentsPorts>) {
  return every(
    periodMs,
    () => enqueueChases({ platformTx }),
    (error) => log.warn({ err: error }, 'deadlines could not be looked for, next try in a minute'),
  )
}

/** Rows of one query. An organization may have any number that nothing is to be done about. */
const atOnce = 5000

/**
 * Whether the deadline is over, or the next reminder less than a day away: so near, it depends on
 * the time zone. What is far off is not even read.
 */
function mayBeDue() {
  const { dueAt, remindedDays } = approvals
  const { approvalReminderDays } = organizationSettings
  const days = sql`array_append(coalesce(${approvalReminderDays}, ${defaultDays}), 0)`
  const isNext = sql`(${remindedDays} is null or days < ${remindedDays})`
  const isNear = sql`${dueAt} < now() + make_interval(days => days + 1)`
  const reminder = sql`exists (select from unnest(${days}) as reminder (days) where ${isNext} and ${isNear})`
  return and(isOpen, isNull(documents.deletedAt), or(lte(dueAt, sql`now()`), reminder))
}

const defaultDays = sql.raw(`array[${defaultSettings.approvalReminderDays.join(', ')}]::integer[]`)

/** Has the approvers reminded, and what is too late escalated. */
export async function enqueueChases(scope: Pick<ServiceScope<DocumentsPorts>, 'platformTx'>): Promise<void> {
  for (let last: Near | undefined, isLast = false; !isLast; ) {
    const rows = await nearDeadlines(scope, last)
    const due = rows.filter(({ approval, settings }) => {
      const { timeZone, approvalReminderDays: reminderDays } = settings ?? defaultSettings
      return dueChase({ ...approval, timeZone, reminderDays }) !== null
    })
    const jobs = due.map(({ approval: { organizationId: of, documentId: inDocument, id: approvalId } }) => ({
      ...{ organizationId: of, subject: approvalId, payload: { documentId: inDocument, approvalId } },
    }))
    await enqueueInParts(scope, chaseApproval, jobs)
    isLast = rows.length < atOnce
    last = rows.at(-1)
  }
}

type Near = Awaited<ReturnType<typeof nearDeadlines>>[number]

/** Those after another one. */
function nearDeadlines(
  { platformTx }: Pick<ServiceScope<DocumentsPorts>, 'platformTx'>,
  last: { readonly approval: Pick<ApprovalRow, 'organizationId' | 'id'> } | undefined,
) {
  const { organizationId, documentId, id, dueAt, remindedDays, escalatedAt } = approvals
  const after =
    last && sql`(${organizationId}, ${id}) > (${last.approval.organizationId}, ${last.approval.id}::uuid)`
  return platformTx((db) =>
    db
      .select({
        approval: { organizationId, documentId, id, dueAt, remindedDays, escalatedAt },
        settings: organizationSettings,
      })
      .from(approvals)
      .innerJoin(versions, own(versions, approvals, eq(versions.id, approvals.versionId)))
      .innerJoin(documents, documentOfVersion)
      .leftJoin(organizationSettings, own(organizationSettings, approvals))
      .where(and(mayBeDue(), after))
      .orderBy(organizationId, id)
      .limit(atOnce),
  )
}
