import type { ApprovalRule, RuleStage } from '@portal/contracts/approval-rules'
import { RequestError } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { useRouteMutation } from '@portal/remote-kit/route-query'
import { toast } from '@portal/remote-kit/toast'
import { useReportFailure } from '@portal/remote-kit/unauthorized'
import { useRef, useState } from 'react'

/** Most stages of a rule. */
export const stagesMax = 10

/** A stage as typed; an empty quorum asks for all, an empty deadline is the organization's. */
export interface StageDraft {
  readonly key: number
  readonly approverIds: readonly string[]
  readonly roles: RuleStage['roles']
  readonly quorum: string
  readonly deadlineDays: string
  readonly escalateToId: string
}

interface Draft {
  /** The department's number, 0 for the organization; empty until it is chosen. */
  readonly scope: string
  readonly stages: readonly StageDraft[]
  readonly mayAuthorDecide: boolean
}

/** What is wrong, where it is wrong. */
export interface RuleProblems {
  readonly scope?: string
  readonly stages: readonly (string | undefined)[]
  readonly rule?: string
}

const noProblems: RuleProblems = { stages: [] }
const shown = (value: number | null) => (value === null ? '' : String(value))

const emptyStage = (key: number): StageDraft => ({
  key,
  ...{ approverIds: [], roles: [], quorum: '', deadlineDays: '', escalateToId: '' },
})

function draftOf(rule: ApprovalRule | null): Draft {
  if (rule === null) return { scope: '', stages: [emptyStage(0)], mayAuthorDecide: false }
  const stages = rule.stages.map((stage, key) => ({
    ...{ key, approverIds: stage.approverIds, roles: stage.roles },
    quorum: shown(stage.quorum),
    deadlineDays: shown(stage.deadlineDays),
    escalateToId: stage.escalateToId ?? '',
  }))
  return { scope: shown(rule.departmentId ?? 0), stages, mayAuthorDecide: rule.mayAuthorDecide }
}

function stageOf({ approverIds, roles, ...stage }: StageDraft): RuleStage {
  const number = (text: string) => (text.trim() === '' ? null : Number(text))
  return {
    ...{ approverIds: [...approverIds], roles: [...roles] },
    quorum: number(stage.quorum),
    deadlineDays: number(stage.deadlineDays),
    escalateToId: stage.escalateToId === '' ? null : stage.escalateToId,
  }
}

/** What can be seen without the server, which knows the members of each role. */
function problemsOf({ scope, stages }: Draft): RuleProblems | null {
  const ofStages = stages.map((stage) => {
    if (stage.approverIds.length + stage.roles.length === 0) return 'Choose at least one person or role.'
    const { quorum, deadlineDays } = stageOf(stage)
    if (quorum !== null && !isWhole(quorum, 50)) return 'The number of approvals must be from 1 to 50.'
    if (deadlineDays !== null && !isWhole(deadlineDays, 365)) return 'The deadline must be 1 to 365 days.'
    return undefined
  })
  if (scope !== '' && ofStages.every((problem) => problem === undefined)) return null
  return { stages: ofStages, ...(scope === '' ? { scope: 'Choose what the rule applies to.' } : {}) }
}

const isWhole = (value: number, max: number) => Number.isInteger(value) && value >= 1 && value <= max

/** A refusal names the stage it is about; others are about the whole, or what it applies to. */
function refusalOf(error: RequestError, isNew: boolean): RuleProblems {
  if (error.status === 409 && isNew) return { ...noProblems, scope: error.detail }
  const number = /\bstage (\d+)\b/i.exec(error.detail)?.[1]
  if (number === undefined) return { ...noProblems, rule: error.detail }
  const stages: (string | undefined)[] = []
  stages[Number(number) - 1] = error.detail
  return { stages }
}

/** The form of a rule: typed, checked, refused by the server or saved. */
export function useRuleForm(rule: ApprovalRule | null, onSaved: () => void) {
  const [seen] = useState(rule)
  const [draft, setDraft] = useState(() => draftOf(seen))
  const [problems, setProblems] = useState(noProblems)
  const nextKey = useRef(draft.stages.length)
  const report = useReportFailure()
  const outcome = {
    refreshes: [documentsApi.listApprovalRules.path],
    onDone: () => {
      toast({ title: 'Success', description: 'Approval rule saved', variant: 'success' })
      onSaved()
    },
    onFailure: (error: Error) => {
      if (error instanceof RequestError && [400, 409].includes(error.status))
        setProblems(refusalOf(error, rule === null))
      else report(error, { title: 'Error', fallback: 'Failed to save the approval rule' })
    },
  }
  const adding = useRouteMutation(documentsApi.createApprovalRule, outcome)
  const changing = useRouteMutation(documentsApi.changeApprovalRule, outcome)
  const change = (next: Partial<Draft>) => setDraft((now) => ({ ...now, ...next }))
  const setStages = (next: (stages: readonly StageDraft[]) => readonly StageDraft[]) =>
    setDraft((now) => ({ ...now, stages: next(now.stages) }))
  return {
    draft,
    problems,
    isBusy: adding.isPending || changing.isPending,
    change,
    addStage: () => setStages((stages) => [...stages, emptyStage(nextKey.current++)]),
    removeStage: (at: number) => setStages((stages) => stages.filter((_, each) => each !== at)),
    moveStage: (at: number, by: -1 | 1) => {
      setProblems(noProblems)
      setStages((stages) => moved(stages, at, by))
    },
    changeStage: (at: number, next: Partial<StageDraft>) =>
      setStages((stages) => stages.map((stage, each) => (each === at ? { ...stage, ...next } : stage))),
    submit: () => {
      const found = problemsOf(draft)
      setProblems(found ?? noProblems)
      if (found) return
      const terms = { stages: draft.stages.map(stageOf), mayAuthorDecide: draft.mayAuthorDecide }
      if (seen) {
        const { id, stages, mayAuthorDecide } = seen
        return changing.mutate({ params: { id }, body: { ...terms, seen: { stages, mayAuthorDecide } } })
      }
      const departmentId = draft.scope === '0' ? null : Number(draft.scope)
      adding.mutate({ body: { ...terms, departmentId } })
    },
  }
}

function moved<T>(items: readonly T[], at: number, by: -1 | 1): readonly T[] {
  const next = [...items]
  const [item] = next.splice(at, 1)
  if (item !== undefined) next.splice(at + by, 0, item)
  return next
}
