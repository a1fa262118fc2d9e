export interface DepartmentNameProps {
  readonly name: string
  readonly color: string | undefined
}

/** A department's name behind its colour dot; the name carries the meaning. */
export function DepartmentName({ name, color }: DepartmentNameProps) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <svg aria-hidden="true" viewBox="0 0 8 8" className="size-2 shrink-0">
        <circle cx="4" cy="4" r="4" fill={color ?? 'currentColor'} />
      </svg>
      <span className="truncate" dir="auto" title={name}>
        {name}
      </span>
    </span>
  )
}
