import type { RowSearch } from '@portal/remote-kit/use-row-search'
import { SearchField } from '@portal/ui/search-field'

export interface RowSearchFieldProps {
  readonly search: Pick<RowSearch<never>, 'hasSearch' | 'text' | 'setText'>
  readonly label: string
  readonly placeholder?: string
  readonly className?: string
  readonly hasShortcut?: boolean
}

/** The search box of a list that is long enough to need one. */
export function RowSearchField({ search, label, placeholder = label, ...look }: RowSearchFieldProps) {
  if (!search.hasSearch) return null
  const { text, setText } = search
  return <SearchField {...look} {...{ label, placeholder }} value={text} onValueChange={setText} />
}
