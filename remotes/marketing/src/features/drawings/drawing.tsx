import { classNames } from '@portal/ui/class-names'
import type { ReactNode } from 'react'

/** A badge of many words, which a phone has no line for. */
export const wrappingBadge = 'max-w-full max-sm:h-auto max-sm:min-h-5 max-sm:whitespace-normal'

export interface DrawingProps {
  readonly label: string
  readonly className?: string
  readonly children: ReactNode
}

/** A picture made of the product's own parts: labelled, inert for keyboard and pointer. */
export function Drawing({ label, className, children }: DrawingProps) {
  return (
    <div
      role="img"
      aria-label={label}
      className={classNames('min-w-0 text-left text-14 leading-5', className)}
    >
      <div aria-hidden="true" inert>
        {children}
      </div>
    </div>
  )
}

/** A framed part of the product. */
export function Panel({ className, children }: { className?: string; children: ReactNode }) {
  const frame = 'overflow-hidden rounded-card border border-default bg-panel shadow-xs'
  return <div className={classNames(frame, className)}>{children}</div>
}

export interface ListDrawingProps {
  readonly label: string
  /** What heads the list, and a quiet fact beside it. */
  readonly head?: readonly [title: string, aside: ReactNode]
  /** The list runs out of the lower edge of its cell. */
  readonly isCut?: boolean
  /** `PanelRow`s or list items of its own. */
  readonly children: ReactNode
}

/** A drawing of one list of the product. */
export function ListDrawing({ label, head, isCut = false, children }: ListDrawingProps) {
  return (
    <Drawing label={label} className="@container">
      <Panel className={isCut ? 'rounded-b-none border-b-0' : ''}>
        {head && (
          <div className="flex min-h-10 items-center gap-2 border-default border-b px-3.5 py-2 text-13/4.5">
            <span className="min-w-0 flex-1 truncate font-semibold">{head[0]}</span>
            {head[1]}
          </div>
        )}
        <ul>{children}</ul>
      </Panel>
    </Drawing>
  )
}

/** One row of a list in a framed part. */
export function PanelRow({ children }: { children: ReactNode }) {
  return (
    <li className="flex min-h-10 items-center gap-2.5 border-default px-3.5 py-2 text-13/4.5 not-first:border-t">
      {children}
    </li>
  )
}

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
