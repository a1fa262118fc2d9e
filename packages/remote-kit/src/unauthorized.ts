import { RequestError } from '@portal/contracts/client'
import { usePortal } from '@portal/remote-kit/portal-context'
import { toast } from '@portal/remote-kit/toast'

/** Time between the 'Unauthorized' toast and the login page (product §9). */
export const loginRedirectDelayMs = 500

/** The specified toast of a session that is gone (product §8). */
export const unauthorizedToast = {
  title: 'Unauthorized',
  description: 'You are logged out. Logging in again...',
  variant: 'error',
} as const

/** Whether a request failed because there is no session. */
export function isUnauthorized(error: unknown): error is RequestError {
  return error instanceof RequestError && error.status === 401
}

/** Shows the 'Unauthorized' toast and leaves for the login page 500 ms later. */
export function useUnauthorized(): () => void {
  const { login } = usePortal()
  return () => {
    toast(unauthorizedToast)
    setTimeout(login, loginRedirectDelayMs)
  }
}

/** Texts of a failure toast; `fallback` applies when the server sent no message. */
export interface FailureTexts {
  readonly title: string
  readonly fallback: string
}

/**
 * Reports a failed act: a 401 leads to login, anything else shows the server's message or
 * `fallback`.
 */
export function useReportFailure(): (error: unknown, texts: FailureTexts) => void {
  const unauthorized = useUnauthorized()
  return (error, { title, fallback }) => {
    if (isUnauthorized(error)) unauthorized()
    else toast({ title, description: failureText(error, fallback), variant: 'error' })
  }
}

/** The server's message of a failure, else the fallback (decision 51). */
export function failureText(error: unknown, fallback: string): string {
  return error instanceof RequestError && error.detail !== '' ? error.detail : fallback
}
