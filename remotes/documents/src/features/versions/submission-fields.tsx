import { TextField } from '@portal/ui/text-field'
import { PeopleChecks } from './people-checks.tsx'
import { useMembers } from './queries.ts'

/** Whom an author asks besides the rule, and the day on which the version takes effect, or ''. */
export interface SubmissionChoice {
  readonly approverIds: readonly string[]
  readonly effectiveOn: string
}

export interface SubmissionFieldsProps {
  readonly choice: SubmissionChoice
  /** Authors do not decide on their own versions, so they are not offered (decision 18). */
  readonly authorId: string | undefined
  readonly onChange: (next: Partial<SubmissionChoice>) => void
}

/** What is chosen when a version is submitted. */
export function SubmissionFields({ choice, authorId, onChange }: SubmissionFieldsProps) {
  const others = useMembers().filter(({ id }) => id !== authorId)
  return (
    <>
      {others.length > 0 && (
        <fieldset className="min-w-0">
          <legend className="mb-1.5 font-medium text-13">
            Approvers <span className="font-regular text-tertiary">optional</span>
          </legend>
          <PeopleChecks
            people={others}
            chosen={choice.approverIds}
            onChange={(approverIds) => onChange({ approverIds })}
          />
        </fieldset>
      )}
      <TextField
        label="Takes effect on"
        type="date"
        optional
        hint="It becomes current on that day, once approved. Without a day, when it is activated."
        value={choice.effectiveOn}
        onChange={(event) => onChange({ effectiveOn: event.target.value })}
      />
    </>
  )
}
