import { IconButton } from '@portal/ui/icon-button'
import { Kbd } from '@portal/ui/kbd'
import { ChevronDown, ChevronUp } from 'lucide-react'
import type { DifferenceView } from './difference-row.tsx'

export interface DifferenceToolbarProps {
  readonly view: DifferenceView
  readonly onViewChange: (view: DifferenceView) => void
  /** Where one is, for everyone: it is announced. */
  readonly position: string
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onStep: (by: 1 | -1) => void
}

const views = [
  { value: 'side', label: 'Side by side' },
  { value: 'inline', label: 'In line' },
] as const

/** How the difference is shown, and the way from change to change. */
export function DifferenceToolbar(props: DifferenceToolbarProps) {
  const { view, onViewChange, position, isFirst, isLast, onStep } = props
  return (
    <div className="sticky top-topbar z-(--z-sticky) flex flex-wrap items-center gap-x-4 gap-y-2 border-default border-b bg-panel px-3 py-2 print:hidden">
      {/* Narrower, both are shown in line. */}
      <fieldset className="hidden rounded-control border border-control p-0.5 @min-[40rem]:flex">
        <legend className="sr-only">View</legend>
        {views.map(({ value, label }) => (
          <label
            key={value}
            className="cursor-pointer rounded-[4px] px-2.5 py-1 font-medium text-12 text-secondary has-checked:bg-selected has-checked:text-primary has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="difference-view"
              className="sr-only"
              checked={view === value}
              onChange={() => onViewChange(value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <div className="ml-auto flex items-center gap-1">
        <output className="mr-1 text-12 text-secondary">{position}</output>
        <IconButton
          size="sm"
          label="Previous change"
          icon={<ChevronUp className="size-4" />}
          disabled={isFirst}
          onClick={() => onStep(-1)}
        />
        <IconButton
          size="sm"
          label="Next change"
          icon={<ChevronDown className="size-4" />}
          disabled={isLast}
          onClick={() => onStep(1)}
        />
        <span className="hidden items-center gap-1 pl-1 pointer-fine:flex" aria-hidden="true">
          <Kbd>n</Kbd>
          <Kbd>p</Kbd>
        </span>
      </div>
    </div>
  )
}
