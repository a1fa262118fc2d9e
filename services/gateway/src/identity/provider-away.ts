import type { Notice } from '../answers/notice-page.ts'

/** Said instead of a page of the provider, while that one is away. */
export function providerAway(returnTo: string): Notice {
  return {
    status: 503,
    title: 'Signing in is not possible right now',
    text: 'The sign-in service does not answer. People who are signed in can go on working. Please try again in a moment.',
    act: signInAgain(returnTo),
  }
}

/** Begins another sign-in, when the person wants it. */
export function signInAgain(returnTo: string): Notice['act'] {
  return {
    label: 'Sign in again',
    address: `/api/login?returnTo=${encodeURIComponent(returnTo)}`,
    method: 'GET',
  }
}

/** Seconds after which another try makes sense. */
export const awaySeconds = 5
