import type { ReactNode } from 'react'

export interface CheckboxFieldProps {
  /** What is chosen; its text is the accessible name. */
  readonly label: ReactNode
  readonly checked: boolean
  readonly onCheckedChange: (checked: boolean) => void
}

/** One of several choices: a line with a check box, clickable as a whole. */
export function CheckboxField({ label, checked, onCheckedChange }: CheckboxFieldProps) {
  return (
    <label className="flex min-h-control-lg cursor-pointer items-center gap-3 rounded-control px-2 text-13 hover:bg-hover md:min-h-control-md">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onCheckedChange(event.target.checked)}
        className="size-4 shrink-0 accent-accent"
      />
      <span className="flex min-w-0">{label}</span>
    </label>
  )
}
