import { Select } from '@portal/ui/select'
import { useDepartments } from '../library/queries.ts'

export interface DepartmentSelectProps {
  /** A department's number, or nothing. */
  readonly value: string
  readonly isDisabled: boolean
  readonly onChange: (value: string) => void
}

/** The optional department of an upload. Uploading works without the list. */
export function DepartmentSelect({ value, isDisabled, onChange }: DepartmentSelectProps) {
  const departments = useDepartments()
  return (
    <Select
      label="Department"
      optional
      placeholder="None"
      value={value}
      disabled={isDisabled}
      options={(departments.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(event) => onChange(event.target.value)}
      {...(departments.error ? { hint: 'The departments could not be loaded.' } : {})}
    />
  )
}
