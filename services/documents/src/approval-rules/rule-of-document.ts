import { CodedError } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { desc, eq, inArray, or } from 'drizzle-orm'
import type { DocumentRow } from '../lifecycle/lock-document.ts'
import type { Stage } from '../lifecycle/submit-version.ts'
import { approvalRules, departments, members } from '../schema.ts'
import { type RuleMember, stagesFor } from './rule-terms.ts'

/** The number under which the organization's own rule is stored. */
export const wholeOrganization = 0

/** The members of an organization now. */
export function loadMembers(
  db: TransactionHandle,
  of: { readonly organizationId: number },
): Promise<RuleMember[]> {
  return db
    .select({ personId: members.personId, role: members.role })
    .from(members)
    .where(own(members, of, eq(members.isRemoved, false)))
    .orderBy(members.personId)
}

/**
 * The stages that the rule of a document's department, else of the organization, demands of a
 * version; none without a rule. Throws 409 if nobody could meet it.
 */
export async function ruleStages(
  db: TransactionHandle,
  document: Pick<DocumentRow, 'organizationId' | 'departmentNumber'>,
  authorId: string,
): Promise<Stage[]> {
  const present = own(
    departments,
    document,
    eq(departments.number, document.departmentNumber ?? wholeOrganization),
    eq(departments.isDeleted, false),
  )
  const ofDepartment = db.select({ number: departments.number }).from(departments).where(present)
  const { departmentNumber } = approvalRules
  const applies = or(eq(departmentNumber, wholeOrganization), inArray(departmentNumber, ofDepartment))
  const [rule] = await db
    .select()
    .from(approvalRules)
    .where(own(approvalRules, document, applies))
    .orderBy(desc(departmentNumber))
    .limit(1)
  if (!rule) return []
  const outcome = stagesFor(rule, await loadMembers(db, document), authorId)
  if ('stages' in outcome) return outcome.stages
  const suggestedAction = 'Ask a steward to change the approval rule.'
  throw new CodedError('conflict', `The approval rule cannot be met. ${outcome.problem}`, { suggestedAction })
}
