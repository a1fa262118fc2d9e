import type { ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import { moveBetweenRows } from './move-between-rows.ts'

export interface TableColumn {
  readonly label: string
  /** The label is for assistive technology only: a column of buttons needs no head. */
  readonly isHidden?: boolean
  /** Its width, as a class; columns without one share the rest. */
  readonly className?: string
}

export interface TableProps {
  /** Names the table for assistive technology. */
  readonly label: string
  readonly columns: readonly TableColumn[]
  /** `TableRow`s. */
  readonly children: ReactNode
  /** Makes the table take the focus after a row is gone. */
  readonly ref?: Ref<HTMLTableElement>
}

/**
 * Rows of facts. Where the table has less than 864 px, each row is a block of its own, two cells a
 * line; nothing scrolls sideways. The up and down keys move between rows.
 */
export function Table({ label, columns, children, ref }: TableProps) {
  return (
    <div className="@container">
      <table
        ref={ref}
        tabIndex={-1}
        aria-label={label}
        className="w-full table-fixed text-13 outline-none @max-table:block"
      >
        <thead className="@max-table:sr-only">
          <tr className="group/row border-subtle border-b">
            {columns.map((column) => (
              <th
                key={column.label}
                scope="col"
                className={classNames(
                  'px-4 py-2 text-start font-medium text-12 text-tertiary',
                  column.className,
                )}
              >
                <span className={column.isHidden === true ? 'sr-only' : undefined}>{column.label}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="@max-table:block" onKeyDown={moveBetweenRows}>
          {children}
        </tbody>
      </table>
    </div>
  )
}

/** One row of a `Table`. */
export function TableRow({ children }: { readonly children: ReactNode }) {
  return (
    <tr className="group/row border-subtle border-t first:border-t-0 hover:bg-hover focus-within:bg-hover @max-table:grid @max-table:grid-cols-[minmax(0,1fr)_auto] @max-table:items-center @max-table:gap-x-4 @max-table:gap-y-2.5 @max-table:px-4 @max-table:py-3.5">
      {children}
    </tr>
  )
}

export interface TableCellProps {
  readonly children: ReactNode
  /** Takes the whole line where rows are blocks. */
  readonly isWide?: boolean
  readonly className?: string
}

/** One cell of a `TableRow`. */
export function TableCell({ children, isWide = false, className }: TableCellProps) {
  return (
    <td
      className={classNames(
        'px-4 py-2.5 align-middle @max-table:block @max-table:min-w-0 @max-table:p-0 @max-table:empty:hidden',
        isWide && '@max-table:col-span-2',
        className,
      )}
    >
      {children}
    </td>
  )
}
