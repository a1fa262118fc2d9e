import { z } from 'zod'
import { DepartmentNumber } from './departments.ts'
import { event, events } from './events.ts'
import { roles } from './permissions.ts'
import { route } from './route.ts'

/** The most people that one stage asks, its roles included. */
export const stageApproversMax = 100

/**
 * A stage of a rule: named members, and everyone with one of these roles. `quorum` null: all of
 * them must approve. `deadlineDays` counts from the day on which the stage is reached; null: as the
 * organization does. After it `escalateToId` may decide too; if null, the stewards are notified.
 */
export const RuleStage = z.object({
  approverIds: z.array(z.string().min(1).max(200)).max(50),
  roles: z.array(z.enum(roles)).max(roles.length),
  quorum: z.number().int().min(1).max(50).nullable(),
  deadlineDays: z.number().int().min(1).max(365).nullable(),
  escalateToId: z.string().min(1).max(200).nullable().default(null),
})
export type RuleStage = z.infer<typeof RuleStage>

/** Whom a rule asks, and in which order. */
export const RuleTerms = z.object({
  stages: z.array(RuleStage).min(1).max(10),
  mayAuthorDecide: z.boolean(),
})

/** `departmentId` null: every document without a rule of its department. */
export const NewApprovalRule = RuleTerms.extend({ departmentId: DepartmentNumber.nullable() })
export type NewApprovalRule = z.infer<typeof NewApprovalRule>

/** A rule as it stands. `problem` says why nobody can meet it any more, as when approvers left. */
export const ApprovalRule = RuleTerms.extend({
  id: z.uuid(),
  departmentId: z.number().int().nullable(),
  problem: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type ApprovalRule = z.infer<typeof ApprovalRule>

const RulePath = z.object({ id: z.uuid() })

/** Routes for approval rules, served by documents. */
export const approvalRulesApi = {
  listApprovalRules: route('GET', '/api/approval-rules', {
    can: 'approval-rule:read',
    summary: 'Approval rules: of the organization, then of its departments',
    returns: z.array(ApprovalRule),
  }),
  createApprovalRule: route('POST', '/api/approval-rules', {
    can: 'approval-rule:manage',
    summary: 'Add the rule of a department or of the organization',
    body: NewApprovalRule,
    returns: ApprovalRule,
    status: 201,
    bearer: false,
  }),
  changeApprovalRule: route('PUT', '/api/approval-rules/{id}', {
    can: 'approval-rule:manage',
    summary: 'Replace the terms of a rule; rounds that are open keep theirs',
    params: RulePath,
    /** With `seen`, what a form began with: refused if somebody has changed that meanwhile. */
    body: RuleTerms.extend({ seen: RuleTerms.optional() }),
    returns: ApprovalRule,
    bearer: false,
  }),
  deleteApprovalRule: route('DELETE', '/api/approval-rules/{id}', {
    can: 'approval-rule:manage',
    summary: 'Delete a rule',
    params: RulePath,
  }),
} as const

const ofRule = { ruleId: z.uuid(), departmentId: z.number().int().nullable() }

/** Events of approval rules. */
export const approvalRulesEvents = events('documents', {
  approvalRuleChanged: event('approval-rule.changed', 1, {
    ...ofRule,
    stages: z.number().int(),
    mayAuthorDecide: z.boolean(),
  }),
  approvalRuleDeleted: event('approval-rule.deleted', 1, ofRule),
})
