import { RequestError } from '@portal/contracts/client'
import { errorStatus } from '@portal/contracts/errors'
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
    if (isUnauthorized(error)) return unauthorized()
    const variant = isOwnMistake(error) ? 'invalid' : 'error'
    toast({ title, description: failureText(error, fallback), variant })
  }
}

/** The server refused what was entered: nothing has broken that one would want to look up later. */
function isOwnMistake(error: unknown): boolean {
  return error instanceof RequestError && error.status === errorStatus.invalid_request
}

/** The server's message of a failure, else the fallback (decision 51). */
export function failureText(error: unknown, fallback: string): string {
  return error instanceof RequestError && error.detail !== '' ? error.detail : fallback
}
