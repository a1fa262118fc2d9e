import { useSearchParams } from '@portal/remote-kit/navigation'
import type { LibraryFilter } from './queries.ts'

/** The filter as the address holds it, so that a link restores it: `?q=…&department=…`. */
export function useLibraryFilter() {
  const [params, setParams] = useSearchParams()
  const change = (name: string, value: string) => {
    const next = new URLSearchParams(params)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setParams(next, { replace: true })
  }
  const department = Number(params.get('department'))
  const filter: LibraryFilter = {
    text: params.get('q') ?? '',
    department: Number.isInteger(department) && department > 0 ? department : null,
  }
  return {
    filter,
    setText: (text: string) => change('q', text),
    clearDepartment: () => change('department', ''),
  }
}
