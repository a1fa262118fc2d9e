import { useSearchParams } from '@portal/remote-kit/navigation'
import { useAddressText } from '@portal/remote-kit/use-address-text'

/** The filter as the address holds it: `?q=…&department=…`. */
export function useLibraryFilter() {
  const [params, setParams] = useSearchParams()
  const [text, setText] = useAddressText('q')
  const department = Number(params.get('department'))
  return {
    text,
    setText,
    department: Number.isInteger(department) && department > 0 ? department : null,
    clearDepartment: () => {
      const next = new URLSearchParams(params)
      next.delete('department')
      setParams(next, { replace: true })
    },
  }
}
