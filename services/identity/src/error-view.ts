import { DatabaseUnavailable } from '@portal/service-kit/database/connection-slot'
import { errors } from 'oidc-provider'
import { HashingBusy } from './accounts/password-hash.ts'
import { FormRefused, LinkEnded } from './pages/form-guard.ts'
import type { ErrorView } from './pages/notice-pages.ts'

/** An error as the browser shows it. `isOurs` errors are logged as errors. */
export interface VisibleError extends Omit<ErrorView, 'requestId'> {
  readonly status: number
  readonly retryAfterSeconds?: number
  readonly isOurs?: true
}

const again = 'Start again from the portal.'

/** What happened and what to do, for every error of a page or the protocol. Nothing internal. */
export function visibleError(error: unknown): VisibleError {
  if (error instanceof errors.SessionNotFound) {
    return {
      status: 400,
      heading: 'This login has expired',
      whatHappened: 'The page was open for too long, or the login was started in another browser.',
      whatToDo: again,
    }
  }
  if (error instanceof FormRefused) {
    return {
      status: error.status,
      heading: 'The form was not accepted',
      whatHappened: error.message,
      whatToDo: again,
    }
  }
  if (error instanceof LinkEnded) {
    return {
      status: 410,
      heading: 'This link no longer works',
      whatHappened: 'A link works once and for a limited time, and a newer one may replace it.',
      whatToDo: 'If you have used it already, log in. Otherwise ask for a new link.',
    }
  }
  if (error instanceof DatabaseUnavailable || error instanceof HashingBusy) {
    return {
      status: 503,
      heading: 'Logging in is not possible right now',
      whatHappened: 'The login service is busy or cannot reach its data.',
      whatToDo: 'Try again in a moment.',
      retryAfterSeconds: 3,
    }
  }
  if (error instanceof errors.OIDCProviderError && error.expose) {
    return {
      status: error.status,
      heading: 'This login request is not valid',
      whatHappened: `The request was refused: ${error.error.replaceAll('_', ' ')}.`,
      whatToDo: again,
    }
  }
  return {
    status: 500,
    heading: 'Something went wrong',
    whatHappened: 'The login service had an unexpected problem.',
    whatToDo: 'Try again. If it happens again, tell your administrator the request number below.',
    isOurs: true,
  }
}

export const pageMissing: VisibleError = {
  status: 404,
  heading: 'Page not found',
  whatHappened: 'There is no page at this address.',
  whatToDo: 'Go to the portal and continue from there.',
}
