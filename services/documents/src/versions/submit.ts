import { CalendarDay, startOfDay } from '@portal/contracts/calendar-day'
import type { documentsApi } from '@portal/contracts/documents'
import type { Submission } from '@portal/contracts/versions'
import { own } from '@portal/service-kit/database/own'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { assertMayWriteVersions } from '../access/visible-versions.ts'
import { ruleStages } from '../approval-rules/rule-of-document.ts'
import { type LockedVersion, lockVersion, type Step } from '../lifecycle/lock-document.ts'
import { namedBefore, namedStage, type Stage, submitVersion } from '../lifecycle/submit-version.ts'
import { knownMembers } from '../members/follow-members.ts'
import type { Context, Verb } from '../ports.ts'
import { versions } from '../schema.ts'
import { settingsOf } from '../settings/follow-settings.ts'
import { loadVersion } from './present-version.ts'

/** What a submission may say. */
export type Asked = { readonly [Name in keyof z.infer<typeof Submission>]: z.infer<typeof Submission>[Name] }

export const submit: Verb<typeof documentsApi.submitVersion> = async (ctx, { params, body }) => {
  await assertMayWriteVersions(ctx, params.id)
  const plan = await plannedSubmission(ctx, body)
  return ctx.tx(async (db, emit, enqueue) => {
    const step = { organizationId: ctx.organizationId, db, emit, enqueue }
    const locked = await lockVersion(step, params)
    await submitVersion(step, locked, await plan(step, locked))
    const presented = await loadVersion(db, own(versions, ctx, eq(versions.id, params.versionId)))
    return ctx.respond(db, presented)
  })
}

/** Checks what a submission names before its transaction, which cannot wait for projections. */
export async function plannedSubmission(ctx: Context, { approverIds, effectiveAt }: Asked) {
  await knownMembers(ctx, approverIds ?? [])
  return async (step: Step, { document, version }: LockedVersion) => {
    const named = approverIds ?? (await namedBefore(step, version))
    const stages: Stage[] = [
      ...(await ruleStages(step.db, document, version.createdBy)),
      ...namedStage(named, version.createdBy),
    ]
    if (effectiveAt === undefined) return { stages, effectiveAt: version.effectiveAt }
    return { stages, effectiveAt: effectiveAt === null ? null : await instantOf(step, effectiveAt) }
  }
}

/** A day begins where the organization is (decision 81). */
export async function instantOf(step: Step, effectiveAt: string): Promise<Date> {
  if (!CalendarDay.safeParse(effectiveAt).success) return new Date(effectiveAt)
  const { timeZone } = await settingsOf(step.db, step)
  return startOfDay(effectiveAt, timeZone)
}
