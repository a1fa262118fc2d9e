import type { ApprovalRule, RuleStage } from '@portal/contracts/approval-rules'
import { roleLabels } from '@portal/contracts/permissions'
import { Badge } from '@portal/ui/badge'
import { Button } from '@portal/ui/button'
import { counted } from '@portal/ui/counted'
import { DeleteButton } from '@portal/ui/delete-button'
import { Pencil, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { useNameOf } from '../versions/queries.ts'

export interface RuleCardProps {
  readonly rule: ApprovalRule
  /** What the rule is about: the organization, or a department. */
  readonly scope: string
  readonly mayManage: boolean
  readonly onEdit: () => void
  readonly onDelete: () => void
}

/** A rule as people read it; one that cannot be met any more says why. */
export function RuleCard({ rule, scope, mayManage, onEdit, onDelete }: RuleCardProps) {
  const titleId = useId()
  return (
    <article aria-labelledby={titleId} className="rounded-card border border-default bg-panel">
      <header className="flex min-h-12 flex-wrap items-center gap-2 border-subtle border-b px-4 py-2">
        <h2 id={titleId} dir="auto" className="min-w-0 break-words font-semibold text-14">
          {scope}
        </h2>
        {rule.problem !== null && (
          <Badge tone="danger" icon={<TriangleAlert />}>
            Cannot be met
          </Badge>
        )}
        {mayManage && (
          <span className="ml-auto flex gap-1">
            <Button size="sm" aria-label={`Edit rule of ${scope}`} onClick={onEdit}>
              <Pencil aria-hidden="true" className="size-3.5" />
              Edit
            </Button>
            <DeleteButton label={`Delete rule of ${scope}`} onDelete={onDelete} />
          </span>
        )}
      </header>
      <div className="flex flex-col gap-3 p-4">
        {rule.problem !== null && (
          <p className="text-13 text-danger-text">
            {rule.problem} Until the rule is changed no version can be submitted under it.
          </p>
        )}
        <ol aria-label="Stages" className="flex flex-col gap-2">
          {rule.stages.map((stage, at) => (
            <li key={at} className="flex gap-3 text-13">
              <span
                aria-hidden="true"
                className="grid size-5 shrink-0 place-items-center rounded-pill bg-sunken text-12 tabular-nums"
              >
                {at + 1}
              </span>
              <StageWords stage={stage} />
            </li>
          ))}
        </ol>
        {rule.mayAuthorDecide && (
          <p className="text-12 text-tertiary">Authors may decide on their own versions.</p>
        )}
      </div>
    </article>
  )
}

function StageWords({ stage }: { readonly stage: RuleStage }) {
  const { approverIds, roles, quorum, deadlineDays, escalateToId } = stage
  const nameOf = useNameOf()
  const asked = [...approverIds.map(nameOf), ...roles.map((role) => `every ${roleLabels[role]}`)]
  const share = quorum === null ? asked.length > 1 && 'All of' : `${quorum} of`
  return (
    <div className="min-w-0">
      <p className="first-letter:uppercase">
        {share !== false && <span className="font-medium">{share} </span>}
        <bdi className="break-words">{asked.join(', ')}</bdi>
      </p>
      <p className="text-12 text-tertiary">
        {deadlineDays === null ? 'Deadline of the organization' : `Within ${counted(deadlineDays, 'day')}`}
        {escalateToId !== null && (
          <>
            , then <bdi>{nameOf(escalateToId)}</bdi> decides as well
          </>
        )}
      </p>
    </div>
  )
}
