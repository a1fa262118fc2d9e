import type { Navigate, SearchParams } from '@portal/remote-kit/portal-context'
import { usePortal } from '@portal/remote-kit/portal-context'

/** The parameters of the matched path pattern, decoded, as `{ code }` for `/join/:code`. */
export function useParams(): Readonly<Record<string, string | undefined>> {
  return usePortal().router.useParams()
}

/** A function that moves to a local path or through the history. */
export function useNavigate(): Navigate {
  return usePortal().router.useNavigate()
}

/** The address's search parameters and a setter: for state that a link should restore. */
export function useSearchParams(): SearchParams {
  return usePortal().router.useSearchParams()
}

/** The path of the shown page, without search and fragment. */
export function usePathname(): string {
  return usePortal().router.usePathname()
}
