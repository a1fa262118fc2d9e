import { describe, expect, it } from 'vitest'
import { hasPortalHint } from './visitor-session.ts'

describe('the hint cookie', () => {
  it.each([
    ['portal_hint=1', true],
    ['theme=dark; portal_hint=1; other=2', true],
    ['portal_hint=', false],
    ['not_portal_hint=1', false],
    ['', false],
  ])('%j', (cookies, isSet) => {
    expect(hasPortalHint(cookies)).toBe(isSet)
  })
})
