import type { ApprovalRule } from '@portal/contracts/approval-rules'
import { Button } from '@portal/ui/button'
import { CheckboxField } from '@portal/ui/checkbox-field'
import { FormDialog } from '@portal/ui/form-dialog'
import { Select } from '@portal/ui/select'
import { Plus } from 'lucide-react'
import { useDepartments } from '../library/queries.ts'
import { StageFields } from './stage-fields.tsx'
import { stagesMax, useRuleForm } from './use-rule-form.ts'

export interface RuleDialogProps {
  /** All rules: what has one already is not offered. */
  readonly rules: readonly ApprovalRule[]
  /** Null: a new one. */
  readonly rule: ApprovalRule | null
  readonly onClose: () => void
}

/** Stages in their order, each with people and roles. What is refused is said at its stage. */
export function RuleDialog({ rules, rule, onClose }: RuleDialogProps) {
  const form = useRuleForm(rule, onClose)
  const { draft, problems, isBusy } = form
  return (
    <FormDialog
      wide
      title={rule === null ? 'Add approval rule' : 'Edit approval rule'}
      submitLabel="Save rule"
      busyLabel="Saving..."
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={form.submit}
    >
      {rule === null && (
        <ScopeSelect
          rules={rules}
          value={draft.scope}
          isDisabled={isBusy}
          error={problems.scope}
          onChange={(scope) => form.change({ scope })}
        />
      )}
      {draft.stages.map((stage, at) => (
        <StageFields
          key={stage.key}
          stage={stage}
          number={at + 1}
          count={draft.stages.length}
          isDisabled={isBusy}
          problem={problems.stages[at]}
          onChange={(next) => form.changeStage(at, next)}
          onMove={(by) => form.moveStage(at, by)}
          onRemove={() => form.removeStage(at)}
        />
      ))}
      <div>
        <Button size="sm" disabled={isBusy || draft.stages.length >= stagesMax} onClick={form.addStage}>
          <Plus aria-hidden="true" className="size-3.5" />
          Add stage
        </Button>
      </div>
      <CheckboxField
        label="Authors may decide on their own versions"
        checked={draft.mayAuthorDecide}
        onCheckedChange={(mayAuthorDecide) => form.change({ mayAuthorDecide })}
      />
      {problems.rule !== undefined && (
        <p role="alert" className="font-medium text-12 text-danger-text">
          {problems.rule}
        </p>
      )}
    </FormDialog>
  )
}

interface ScopeSelectProps extends Pick<RuleDialogProps, 'rules'> {
  readonly value: string
  readonly isDisabled: boolean
  readonly error: string | undefined
  readonly onChange: (scope: string) => void
}

/** What a new rule is about; the organization's own number is none of a department's. */
function ScopeSelect({ rules, value, isDisabled, error, onChange }: ScopeSelectProps) {
  const { data: departments = [] } = useDepartments()
  const taken = new Set(rules.map(({ departmentId }) => departmentId))
  const options = [
    { value: '0', label: 'Whole organization', isDisabled: taken.has(null) },
    ...departments.map(({ id, name }) => ({ value: String(id), label: name, isDisabled: taken.has(id) })),
  ]
  return (
    <Select
      label="Applies to"
      placeholder="Choose"
      options={options}
      value={value}
      disabled={isDisabled}
      error={error}
      hint="Where there is a rule already, edit that one instead."
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
