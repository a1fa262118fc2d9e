import { expect, it } from 'vitest'
import { accountKey, addressCounter, delaySeconds, pairCounter, pauseSeconds } from './login-throttle.ts'

it('the pause begins with the tenth failure, doubles, and ends at fifteen minutes', () => {
  expect([9, 10, 11, 12, 14, 15, 99].map((failures) => pauseSeconds(failures, 10))).toEqual([
    0, 30, 60, 120, 480, 900, 900,
  ])
})

it('the delay begins with the tenth failure, doubles, and ends at four seconds', () => {
  expect([9, 10, 11, 12, 13, 99].map(delaySeconds)).toEqual([0, 1, 2, 4, 4, 4])
})

it('spellings of an unknown name share a counter, which does not hold the name', () => {
  expect(accountKey(' Mariam@Halden.example', null)).toBe(accountKey('mariam@halden.EXAMPLE', null))
  expect(accountKey('mariam', null)).not.toContain('mariam')
})

it('an account has one counter under all its names, and none that a name can be typed for', () => {
  expect(accountKey('mariam', 'subject-1')).toBe(accountKey('mariam@halden.example', 'subject-1'))
  expect(accountKey('subject-1', null)).not.toBe(accountKey('mariam', 'subject-1'))
})

it('an account counts apart at each address, with its household', () => {
  expect(pairCounter('account:x', '2001:db8:1:2::9')).toBe(pairCounter('account:x', '2001:db8:1:2::7'))
  expect(pairCounter('account:x', '127.0.0.2')).not.toBe(pairCounter('account:x', '127.0.0.3'))
})

it('an address and its household share a counter', () => {
  expect(addressCounter('2001:db8:1:2::9')).toBe('address:2001:db8:1:2')
})
