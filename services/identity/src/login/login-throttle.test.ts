import { expect, it } from 'vitest'
import { accountKey, addressCounter, pauseSeconds } from './login-throttle.ts'

it('the pause begins with the tenth failure, doubles, and ends at fifteen minutes', () => {
  expect([9, 10, 11, 12, 14, 15, 99].map((failures) => pauseSeconds(failures, 10))).toEqual([
    0, 30, 60, 120, 480, 900, 900,
  ])
})

it('spellings of one login name share a counter, which does not hold the name', () => {
  expect(accountKey(' Mariam@Halden.example')).toBe(accountKey('mariam@halden.EXAMPLE'))
  expect(accountKey('mariam')).not.toContain('mariam')
})

it('an address and its household share a counter', () => {
  expect(addressCounter('2001:db8:1:2::9')).toBe('address:2001:db8:1:2')
})
