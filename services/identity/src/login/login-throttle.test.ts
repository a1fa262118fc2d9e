import { expect, it } from 'vitest'
import { accountKey, addressKey, pauseSeconds } from './login-throttle.ts'

it('the pause begins with the tenth failure, doubles, and ends at fifteen minutes', () => {
  expect([9, 10, 11, 12, 14, 15, 99].map((failures) => pauseSeconds(failures, 10))).toEqual([
    0, 30, 60, 120, 480, 900, 900,
  ])
})

it('spellings of one login name share a counter, which does not hold the name', () => {
  expect(accountKey(' Mariam@Halden.example')).toBe(accountKey('mariam@halden.EXAMPLE'))
  expect(accountKey('mariam')).not.toContain('mariam')
})

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::', 'fe80:0:0:0'],
])('the address %s counts as %s', (ip, counted) => {
  expect(addressKey(ip)).toBe(`address:${counted}`)
})
