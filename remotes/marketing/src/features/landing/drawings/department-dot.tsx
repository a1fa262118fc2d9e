import { classNames } from '@portal/ui/class-names'

/** The departments of a new organization, with their palette indexes. */
export const departments = {
  'Legal & Compliance': 'bg-(--department-2)',
  'Human Resources': 'bg-(--department-6)',
  'Information Technology': 'bg-(--department-5)',
  'Finance & Accounting': 'bg-(--department-3)',
  Operations: 'bg-(--department-1)',
} as const

export type DepartmentName = keyof typeof departments

export function DepartmentDot({ of }: { of: DepartmentName }) {
  return <span className={classNames('size-2 shrink-0 rounded-pill', departments[of])} />
}
