import { ReadFailure } from '@portal/remote-kit/read-failure'
import { EmptyState, type EmptyStateProps } from '@portal/ui/empty-state'
import { RowsSkeleton } from '@portal/ui/rows-skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

export interface ListStatesProps {
  readonly query: UseQueryResult<readonly unknown[]>
  /** What the rows are, in the plural: "golden questions". */
  readonly name: string
  /** How many rows there are to be shown; by default all that were read. */
  readonly count?: number
  readonly empty: EmptyStateProps
  /** Draws a card around the rows that load. */
  readonly isFramed?: boolean
  readonly children: ReactNode
}

/** A list while it loads, when it cannot be read, when it is empty; else its rows. */
export function ListStates({ query, name, count, empty, isFramed = false, children }: ListStatesProps) {
  if (query.isPending)
    return (
      <RowsSkeleton
        label={`Loading ${name}`}
        count={3}
        rowClass={isFramed ? 'py-4' : 'py-3'}
        lines={['w-1/2', 'w-1/3']}
        isFramed={isFramed}
      />
    )
  const rows = count ?? query.data?.length
  return (
    <>
      <ReadFailure title={`The ${name} could not be loaded`} query={query} />
      {rows === 0 && !query.error && <EmptyState {...empty} />}
      {rows !== undefined && rows > 0 && children}
    </>
  )
}
