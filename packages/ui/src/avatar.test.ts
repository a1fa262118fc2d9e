import { expect, it } from 'vitest'
import { initialOf } from './avatar.tsx'

/** Product §2, user menu. */
it.each([
  [{ firstName: 'ingrid', email: 'solberg@halden.example' }, 'I'],
  [{ firstName: null, email: 'solberg@halden.example' }, 'S'],
  [{ firstName: ' ', email: '' }, 'U'],
  [{}, 'U'],
  [{ firstName: 'مريم' }, 'م'],
])('the initial of %j is %s', (person, initial) => {
  expect(initialOf(person)).toBe(initial)
})
