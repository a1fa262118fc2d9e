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
