import { type ApprovalRule, RuleTerms as Terms } from '@portal/contracts/approval-rules'
import { type documentsApi, documentsEvents } from '@portal/contracts/documents'
import { assertAsSeen } from '@portal/service-kit/assert-as-seen'
import { CodedError, rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import type { Emit } from '@portal/service-kit/outbox/emit'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { asc, eq } from 'drizzle-orm'
import { knownDepartment } from '../departments/follow-departments.ts'
import { knownMembers } from '../members/follow-members.ts'
import type { Context, Verb } from '../ports.ts'
import { approvalRules } from '../schema.ts'
import { loadMembers, wholeOrganization } from './rule-of-document.ts'
import { problemOf, type RuleMember, type RuleTerms } from './rule-terms.ts'

type RuleRow = typeof approvalRules.$inferSelect

export const listApprovalRules: Verb<typeof documentsApi.listApprovalRules> = (ctx) =>
  ctx.tx(async (db) => {
    const rows = await db
      .select()
      .from(approvalRules)
      .where(own(approvalRules, ctx))
      .orderBy(asc(approvalRules.departmentNumber))
    const members = await loadMembers(db, ctx)
    return rows.map((row) => presentRule(row, members))
  })

export const createApprovalRule: Verb<typeof documentsApi.createApprovalRule> = async (ctx, { body }) => {
  const { departmentId, ...terms } = body
  if (departmentId !== null) await knownDepartment(ctx, departmentId)
  await knownApprovers(ctx, terms)
  return ctx.tx(async (db, emit) => {
    const members = await loadMembers(db, ctx)
    assertSatisfiable(terms, members)
    const { organizationId } = ctx
    const departmentNumber = departmentId ?? wholeOrganization
    const [row] = await db
      .insert(approvalRules)
      .values({ ...terms, organizationId, id: uuidV7(), departmentNumber })
      .onConflictDoNothing()
      .returning()
    if (!row)
      throw new CodedError(
        'conflict',
        departmentId === null
          ? 'Your organization already has an approval rule. Please change that one.'
          : 'This department already has an approval rule. Please change that one.',
      )
    await emitChanged(emit, row)
    return ctx.respond(db, presentRule(row, members))
  })
}

export const changeApprovalRule: Verb<typeof documentsApi.changeApprovalRule> = async (ctx, input) => {
  const { params, body } = input
  const wanted = own(approvalRules, ctx, eq(approvalRules.id, params.id))
  const { seen, ...terms } = body
  await ctx.tx((db) => lockRule(db, ctx, params.id))
  await knownApprovers(ctx, terms)
  return ctx.tx(async (db, emit) => {
    const before = await lockRule(db, ctx, params.id)
    assertAsSeen(Terms.parse(before), seen)
    const members = await loadMembers(db, ctx)
    assertSatisfiable(terms, members)
    const [row] = await db.update(approvalRules).set(terms).where(wanted).returning()
    const changed = rowOrNotFound(row)
    await emitChanged(emit, changed)
    return presentRule(changed, members)
  })
}

export const deleteApprovalRule: Verb<typeof documentsApi.deleteApprovalRule> = (ctx, { params }) =>
  ctx.tx(async (db, emit) => {
    const wanted = own(approvalRules, ctx, eq(approvalRules.id, params.id))
    const [row] = await db.delete(approvalRules).where(wanted).returning()
    const { id: ruleId, ...rule } = rowOrNotFound(row)
    const data = { ruleId, departmentId: departmentOf(rule) }
    await emit(documentsEvents.approvalRuleDeleted, { subject: ruleId, data })
    return undefined
  })

async function lockRule(db: TransactionHandle, ctx: Context, id: string): Promise<RuleRow> {
  const wanted = own(approvalRules, ctx, eq(approvalRules.id, id))
  const [row] = await db.select().from(approvalRules).where(wanted).for('update')
  return rowOrNotFound(row)
}

function knownApprovers(ctx: Context, { stages }: RuleTerms): Promise<void> {
  const named = stages.flatMap(({ approverIds, escalateToId }) => [...approverIds, escalateToId ?? []].flat())
  return knownMembers(ctx, [...new Set(named)])
}

/** A rule that nobody could meet would stop every version. */
function assertSatisfiable(terms: RuleTerms, members: readonly RuleMember[]): void {
  const problem = problemOf(terms, members)
  if (problem !== null) throw new CodedError('invalid_request', problem, { fields: { stages: problem } })
}

function emitChanged(emit: Emit, { id: ruleId, stages, mayAuthorDecide, ...rule }: RuleRow): Promise<void> {
  const data = { ruleId, departmentId: departmentOf(rule), stages: stages.length, mayAuthorDecide }
  return emit(documentsEvents.approvalRuleChanged, { subject: ruleId, data })
}

function presentRule(row: RuleRow, members: readonly RuleMember[]): ApprovalRule {
  const { id, stages, mayAuthorDecide, createdAt } = row
  const problem = problemOf(row, members)
  const departmentId = departmentOf(row)
  return { id, stages, mayAuthorDecide, departmentId, problem, createdAt: createdAt.toISOString() }
}

function departmentOf({ departmentNumber }: Pick<RuleRow, 'departmentNumber'>): number | null {
  return departmentNumber === wholeOrganization ? null : departmentNumber
}
