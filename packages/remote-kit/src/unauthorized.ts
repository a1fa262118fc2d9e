import { RequestError } from '@portal/contracts/client'
import { usePortal } from '@portal/remote-kit/portal-context'
import { toast } from '@portal/remote-kit/toast'

/** Time between the 'Unauthorized' toast and the login page (product §9). */
const loginRedirectDelayMs = 500

/** Whether a request failed because there is no session. */
export function isUnauthorized(error: unknown): error is RequestError {
  return error instanceof RequestError && error.status === 401
}

/** Shows the 'Unauthorized' toast (product §8) and leaves for the login page 500 ms later. */
export function useUnauthorized(): () => void {
  const { login } = usePortal()
  return () => {
    toast({
      title: 'Unauthorized',
      description: 'You are logged out. Logging in again...',
      variant: 'error',
    })
    setTimeout(login, loginRedirectDelayMs)
  }
}

/** Reports a failed act: a 401 leads to login, else the server's message or `fallback` is shown. */
export function useReportFailure() {
  const unauthorized = useUnauthorized()
  return (error: unknown, { title, fallback }: { readonly title: string; readonly fallback: string }) => {
    if (isUnauthorized(error)) unauthorized()
    else toast({ title, description: failureText(error, fallback), variant: 'error' })
  }
}

/** The server's message of a failure, else the fallback (decision 51). */
export function failureText(error: unknown, fallback: string): string {
  return error instanceof RequestError && error.detail !== '' ? error.detail : fallback
}
