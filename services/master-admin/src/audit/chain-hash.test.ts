import { expect, test } from 'vitest'
import { canonicalJson } from './chain-hash.ts'

test('the example of RFC 8785, section 3.2.2, comes out as the RFC writes it', () => {
  const example = {
    numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\\\"\u002f',
    literals: [null, true, false],
  }
  expect(canonicalJson(example)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\\\\\"/"}',
  )
})

test('members stand in the order of the UTF-16 units of their names, as in section 3.2.3', () => {
  const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6']
  const sorted = ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33']
  const value = Object.fromEntries(names.map((name) => [name, 0]))
  expect(canonicalJson(value)).toBe(`{${sorted.map((name) => `${JSON.stringify(name)}:0`).join(',')}}`)
})

test('what has no canonical form is refused', () => {
  for (const value of [undefined, Number.NaN, Number.POSITIVE_INFINITY, '\ud800', { a: undefined }]) {
    expect(() => canonicalJson(value)).toThrow('canonical JSON')
  }
})
