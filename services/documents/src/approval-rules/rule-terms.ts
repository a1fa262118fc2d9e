import { type RuleStage, stageApproversMax } from '@portal/contracts/approval-rules'
import { type Role, rolesWith } from '@portal/contracts/permissions'
import type { Stage } from '../lifecycle/submit-version.ts'

/** A member as rules see them. */
export interface RuleMember {
  readonly personId: string
  readonly role: Role
}

/** What a rule demands. */
export interface RuleTerms {
  readonly stages: readonly RuleStage[]
  readonly mayAuthorDecide: boolean
}

/** The stages of a version by this author, or why they cannot be met. */
export type StagesFor = { readonly stages: Stage[] } | { readonly problem: string }

/** Resolves a rule to people: pure, so that saving, showing and submitting judge alike. */
export function stagesFor(rule: RuleTerms, members: readonly RuleMember[], authorId: string): StagesFor {
  return stagesOf(rule, ablePeople(rule, members), authorId)
}

/** Those whom each stage means, the author included. */
function ablePeople({ stages }: RuleTerms, members: readonly RuleMember[]): string[][] {
  return stages.map(({ approverIds, roles }) => {
    const [named, meant] = [new Set(approverIds), new Set(roles)]
    return members
      .filter(({ personId, role }) => named.has(personId) || meant.has(role))
      .map(({ personId }) => personId)
  })
}

function stagesOf(
  { stages, mayAuthorDecide }: RuleTerms,
  able: readonly (readonly string[])[],
  authorId: string,
): StagesFor {
  const resolved: Stage[] = []
  for (const [at, { quorum: wanted, deadlineDays, escalateToId }] of stages.entries()) {
    const people = able[at] ?? []
    // One more, because the author may be among them.
    if (people.length > stageApproversMax + 1) return { problem: crowd(at + 1, people.length) }
    const deciding = people.filter((personId) => mayAuthorDecide || personId !== authorId)
    if (deciding.length > stageApproversMax) return { problem: crowd(at + 1, deciding.length) }
    const quorum = wanted ?? deciding.length
    if (deciding.length < Math.max(1, quorum)) return { problem: shortage(at + 1, quorum, deciding.length) }
    resolved.push({
      ...{ approverIds: deciding, quorum, deadlineDays, escalateToId: escalateToId ?? null },
      isNamed: false,
    })
  }
  return { stages: resolved }
}

function crowd(stage: number, people: number): string {
  return `Stage ${stage} asks ${people} people, and a stage can ask ${stageApproversMax} at most.`
}

function shortage(stage: number, quorum: number, able: number): string {
  if (able === 0) return `Nobody but the author could approve stage ${stage}.`
  const people = able === 1 ? 'only one person' : `only ${able} people`
  return `Stage ${stage} needs ${quorum} approvals, but ${people} could give them.`
}

/** Why a rule cannot be met: someone it names has left, or no steward could be the author. */
export function problemOf(rule: RuleTerms, members: readonly RuleMember[]): string | null {
  const known = new Set(members.map(({ personId }) => personId))
  const left = rule.stages.findIndex(({ approverIds, escalateToId }) =>
    [...approverIds, escalateToId ?? []].flat().some((id) => !known.has(id)),
  )
  if (left !== -1) return `Stage ${left + 1} names someone who is not a member of your organization.`
  const authors = members.filter(({ role }) => rolesWith('version:manage').includes(role))
  const able = ablePeople(rule, members)
  let first: string | null = null
  for (const { personId } of authors) {
    const outcome = stagesOf(rule, able, personId)
    if ('stages' in outcome) return null
    first ??= outcome.problem
  }
  return first ?? 'No steward could write a version.'
}
