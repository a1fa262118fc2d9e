import { FoundRows } from '@portal/remote-kit/found-rows'
import { RowSearchField } from '@portal/remote-kit/row-search-field'
import { useRowSearch } from '@portal/remote-kit/use-row-search'
import { Select } from '@portal/ui/select'
import { useFocusAfterRemoval } from '@portal/ui/use-focus-after-removal'
import type { ReactNode } from 'react'
import { ListStates, type ListStatesProps } from './list-states.tsx'

export interface ChosenListProps<Row> extends Pick<ListStatesProps, 'query' | 'name' | 'empty'> {
  /** What a row is: "gap" and "gaps". */
  readonly words: readonly [one: string, many: string]
  /** The list's name for assistive technology. */
  readonly label: string
  /** What may be shown, and what is. */
  readonly views: readonly { readonly value: string; readonly label: string }[]
  readonly view: string
  readonly onView: (view: string) => void
  /** Those of the view, in order. */
  readonly rows: readonly Row[]
  /** What a row is found by. */
  readonly wordsOf: (row: Row) => string
  readonly children: (row: Row) => ReactNode
}

/** Cards of one kind, of which a part is chosen and searched. */
export function ChosenList<Row extends { readonly id: string }>(props: ChosenListProps<Row>) {
  const { query, name, empty, words, label, views, view, onView, rows, wordsOf, children } = props
  const search = useRowSearch(rows, { wordsOf, searchFrom: 15, rowsAtFirst: 50, rowsMore: 50 })
  const list = useFocusAfterRemoval<HTMLUListElement>(rows.length)
  return (
    <div className="flex flex-col gap-4">
      {query.data && (
        <div className="flex flex-wrap items-end gap-3">
          <Select
            label="Show"
            className="w-40"
            options={views}
            value={view}
            onChange={({ target }) => onView(target.value)}
          />
          <RowSearchField search={search} label={`Search ${name}`} />
        </div>
      )}
      <ListStates query={query} name={name} count={rows.length} empty={empty} isFramed>
        <FoundRows search={search} words={words} nothing={`No ${words[0]} matches`}>
          <ul ref={list} tabIndex={-1} aria-label={label} className="flex flex-col gap-3 outline-none">
            {search.shown.map((row) => (
              <li key={row.id}>{children(row)}</li>
            ))}
          </ul>
        </FoundRows>
      </ListStates>
    </div>
  )
}
