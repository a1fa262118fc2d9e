import { DocumentSort } from '@portal/contracts/documents'
import { useSearchParams } from '@portal/remote-kit/navigation'
import { useAddressText } from '@portal/remote-kit/use-address-text'
import type { LibraryFilter } from './filter-documents.ts'

export type Layout = 'cards' | 'table'

/** From this many documents on a table is easier to survey than cards. */
const tableFrom = 20

/** What the address says of the list: `?q=…&department=…&status=…&sort=…&view=…`. */
export function useLibraryView() {
  const [params, setParams] = useSearchParams()
  const [text, setText] = useAddressText('q')
  const department = Number(params.get('department'))
  const status = params.get('status')
  const sort = DocumentSort.safeParse(params.get('sort'))
  const layout = params.get('view')
  const change = (name: 'department' | 'status' | 'sort' | 'view', value: string) => {
    const next = new URLSearchParams(params)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setParams(next, { replace: true })
  }
  const showAll = () => {
    const next = new URLSearchParams(params)
    for (const name of ['department', 'status']) next.delete(name)
    setParams(next, { replace: true })
  }
  const filter: Omit<LibraryFilter, 'text'> = {
    department: Number.isInteger(department) && department > 0 ? department : null,
    status: status === 'active' || status === 'inactive' ? status : null,
    sort: sort.success ? sort.data : 'newest',
  }
  return {
    ...{ text, setText, filter, change, showAll },
    /** The text once typing has paused. */
    settled: params.get('q') ?? '',
    layoutOf: (count: number): Layout =>
      layout === 'cards' || layout === 'table' ? layout : count < tableFrom ? 'cards' : 'table',
  }
}

export type LibraryView = ReturnType<typeof useLibraryView>
