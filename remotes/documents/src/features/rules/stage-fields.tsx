import { roleLabels, roles } from '@portal/contracts/permissions'
import { CheckboxField } from '@portal/ui/checkbox-field'
import { IconButton } from '@portal/ui/icon-button'
import { Select } from '@portal/ui/select'
import { TextField } from '@portal/ui/text-field'
import { ArrowDown, ArrowUp, CircleAlert, X } from 'lucide-react'
import { useId } from 'react'
import { PeopleChecks } from '../versions/people-checks.tsx'
import { useMembers } from '../versions/queries.ts'
import type { StageDraft } from './use-rule-form.ts'

export interface StageFieldsProps {
  readonly stage: StageDraft
  /** Counted from 1, of `count`. */
  readonly number: number
  readonly count: number
  readonly isDisabled: boolean
  readonly problem: string | undefined
  readonly onChange: (next: Partial<StageDraft>) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

/** One stage: who is asked, how many of them, until when, and to whom it escalates then. */
export function StageFields(props: StageFieldsProps) {
  const { stage, number, isDisabled, problem, onChange } = props
  const members = useMembers()
  const problemId = useId()
  const options = members.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <fieldset
      disabled={isDisabled}
      aria-describedby={problem === undefined ? undefined : problemId}
      className="flex min-w-0 flex-col gap-3 rounded-card border border-default p-3"
    >
      <legend className="px-1 font-medium text-13">Stage {number}</legend>
      <Asked stage={stage} onChange={onChange} />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        <NumberField
          label="Approvals needed"
          placeholder="All of them"
          value={stage.quorum}
          onChange={(quorum) => onChange({ quorum })}
        />
        <NumberField
          label="Deadline in days"
          placeholder="The organization's"
          value={stage.deadlineDays}
          onChange={(deadlineDays) => onChange({ deadlineDays })}
        />
        <Select
          label="Escalate to"
          optional
          placeholder="Nobody (stewards are told)"
          options={options}
          value={stage.escalateToId}
          onChange={(event) => onChange({ escalateToId: event.target.value })}
        />
      </div>
      <div id={problemId} aria-live="polite">
        {problem !== undefined && (
          <p className="flex gap-1.5 font-medium text-12 text-danger-text">
            <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
            {problem}
          </p>
        )}
      </div>
      <StageOrder {...props} />
    </fieldset>
  )
}

interface NumberFieldProps {
  readonly label: string
  /** What holds while the field is empty. */
  readonly placeholder: string
  readonly value: string
  readonly onChange: (value: string) => void
}

function NumberField({ onChange, ...field }: NumberFieldProps) {
  return (
    <TextField optional inputMode="numeric" {...field} onChange={(event) => onChange(event.target.value)} />
  )
}

function StageOrder({ number, count, onMove, onRemove }: StageFieldsProps) {
  if (count === 1) return null
  return (
    <div className="flex justify-end gap-1">
      <IconButton
        size="sm"
        label={`Move stage ${number} up`}
        icon={<ArrowUp className="size-3.5" />}
        disabled={number === 1}
        onClick={() => onMove(-1)}
      />
      <IconButton
        size="sm"
        label={`Move stage ${number} down`}
        icon={<ArrowDown className="size-3.5" />}
        disabled={number === count}
        onClick={() => onMove(1)}
      />
      <IconButton
        size="sm"
        label={`Remove stage ${number}`}
        icon={<X className="size-3.5" />}
        onClick={onRemove}
      />
    </div>
  )
}

/** Members by name, and everybody with a role. Somebody who left stays listed until removed. */
function Asked({ stage, onChange }: Pick<StageFieldsProps, 'stage' | 'onChange'>) {
  const members = useMembers()
  const { approverIds } = stage
  const left = approverIds.filter((id) => members.length > 0 && !members.some((member) => member.id === id))
  const people = [...members, ...left.map((id) => ({ id, name: 'Someone who is no longer a member' }))]
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <fieldset className="min-w-0">
        <legend className="mb-1.5 font-medium text-13">People</legend>
        <PeopleChecks
          people={people}
          chosen={approverIds}
          onChange={(chosen) => onChange({ approverIds: chosen })}
        />
      </fieldset>
      <fieldset className="min-w-0">
        <legend className="mb-1.5 font-medium text-13">Everyone who is</legend>
        {roles.map((role) => (
          <CheckboxField
            key={role}
            label={roleLabels[role]}
            checked={stage.roles.includes(role)}
            onCheckedChange={(isChosen) =>
              onChange({
                roles: roles.filter((each) => (each === role ? isChosen : stage.roles.includes(each))),
              })
            }
          />
        ))}
      </fieldset>
    </div>
  )
}
