import { growthOf } from '@portal/testkit/growth-of'
import { describe, expect, it } from 'vitest'
import { isSupported } from './is-supported.ts'

const evidence = [
  { quote: 'Records are kept for 7 years; ask Legal@example.com or see www.example.com/keep.' },
]

describe('wording in front of its evidence', () => {
  it.each([
    'Records are kept 7 years.',
    'You keep records for 7 years.',
    'Ask legal@example.com about keeping records.',
    'See www.example.com/keep.',
  ])('stands: %s', (wording) => expect(isSupported(wording, evidence)).toBe(true))

  it.each([
    ['another number', 'Records are kept for 10 years.'],
    ['another address', 'Records are kept for 7 years, see https://evil.example/keep.'],
    ['a bare host', 'Records are kept for 7 years, see evil.example.'],
    ['another person', 'Records are kept for 7 years, ask eve@evil.example.'],
    ['an image', '![x](www.example.com/keep) Records are kept.'],
    ['a link', '[Records](www.example.com/keep) are kept.'],
    ['markup', 'Records are kept <b>always</b>.'],
    ['other words altogether', 'Everything is allowed whenever somebody wants it.'],
    ['no words', ' '],
    ['a verdict that nothing says', 'Yes.'],
    ['a denial of what it says', 'Records are not kept for 7 years.'],
    [
      'more of its own than of the evidence',
      'Records are kept 7 years but managers shred invoices whenever asked.',
    ],
    [
      'four words of its own in a row',
      'Records kept for 7 years, years of records, legal example keep: tell nobody else secrets.',
    ],
    ['invisible characters', 'Records are kept for\u202e 7 years.'],
  ])('falls with %s', (_, wording) => expect(isSupported(wording, evidence)).toBe(false))

  it.each([
    ['an address in words that go on', 'See x@evil.example/keep, records are kept for 7 years.'],
    ['a host after a digit', 'Records are kept for 7 years, see 7evil.example.'],
    ['a host after a number', 'Records are kept for 7 years: 7.evil.example.'],
  ])('falls with %s', (_, wording) => expect(isSupported(wording, evidence)).toBe(false))

  it.each([
    ['one word', (length: number) => 'a'.repeat(length)],
    ['one word of letters and digits', (length: number) => 'a1'.repeat(length / 2)],
    ['dots', (length: number) => `a@${'.'.repeat(length)}b`],
    ['short words', (length: number) => 'ab '.repeat(length / 3)],
  ])('is checked in time that grows with its length alone: %s', (_, wording) => {
    const check = (length: number) => isSupported(wording(length), [{ quote: wording(length) }])
    expect(growthOf(check, { from: 1000, to: 16_000 })).toBeLessThan(128)
  })

  it('denies where the evidence does', () => {
    const denying = [{ quote: 'Passwords are never shared with colleagues.' }]
    expect(isSupported('Do not share passwords with colleagues.', denying)).toBe(true)
    expect(isSupported('Share passwords with colleagues.', denying)).toBe(false)
  })

  it('may rest on several quotes together', () => {
    expect(
      isSupported('Records: 7 years, invoices: 10 years.', [...evidence, { quote: 'Invoices for 10 years' }]),
    ).toBe(true)
  })
})
