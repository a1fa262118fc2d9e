import type { RowSearch } from '@portal/remote-kit/use-row-search'
import { counted } from '@portal/ui/counted'
import { EmptyState } from '@portal/ui/empty-state'
import { MoreRows } from '@portal/ui/more-rows'
import type { ReactNode } from 'react'

export interface FoundRowsProps {
  readonly search: Pick<RowSearch<unknown>, 'text' | 'found' | 'shown' | 'showMore'>
  /** What the rows are: "user" and "users". */
  readonly words: readonly [one: string, many: string]
  /** Says that nothing was found, before the searched text: "Nobody matches". */
  readonly nothing: string
  /** What to try instead. */
  readonly hint?: string
  /** The look of the line with the button for more rows. */
  readonly moreClass?: string
  /** The rows that are shown. */
  readonly children: ReactNode
}

/** What a search finds: the number of rows, announced, or a hint; the rows; and more. */
export function FoundRows({ search, words, nothing, hint, moreClass, children }: FoundRowsProps) {
  const { text, found, shown, showMore } = search
  return (
    <>
      <p role="status" className="sr-only">
        {counted(found.length, ...words)}
      </p>
      {found.length === 0 && <EmptyState title={`${nothing} "${text}"`} description={hint} />}
      {children}
      <MoreRows
        shown={shown.length}
        found={found.length}
        what={words[1]}
        onMore={showMore}
        className={moreClass}
      />
    </>
  )
}
