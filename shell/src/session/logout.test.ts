// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { logOut } from './logout.ts'

it('product §2, §9: logging out drops the stored token and is a navigation to /api/logout', () => {
  localStorage.setItem('auth_token', 'a.b.c')
  const navigated = vi.spyOn(window.location, 'assign').mockReturnValue(undefined)
  logOut()
  expect(localStorage.getItem('auth_token')).toBeNull()
  expect(navigated.mock.calls).toEqual([['/api/logout']])
})

it('nothing that was typed in a tab stays in it for the next person who logs in', () => {
  sessionStorage.setItem('chat-drafts', '[{"text":"May I tell you about my colleague?"}]')
  vi.spyOn(window.location, 'assign').mockReturnValue(undefined)
  logOut()
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('my colleague')
})
