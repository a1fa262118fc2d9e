import { expect, it } from 'vitest'
import { addressKey } from './address-key.ts'

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['1::3:4:5:6:7:8', '1:0:3:4'],
  ['::1', '0:0:0:0'],
  ['fe80::', 'fe80:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['unknown', 'unknown'],
])('the address %s counts as %s', (ip, counted) => {
  expect(addressKey(ip)).toBe(counted)
})
