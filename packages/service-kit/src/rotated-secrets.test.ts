import { expect, it } from 'vitest'
import { SecretKeys, secretTexts } from './rotated-secrets.ts'

const key = (byte: number) => Buffer.alloc(32, byte)

it('reads one key, or several of which the first makes', () => {
  expect(SecretKeys.parse(key(1).toString('base64'))).toEqual([key(1)])
  expect(SecretKeys.parse(`${key(2).toString('base64')} ${key(1).toString('base64')}\n`)).toEqual([
    key(2),
    key(1),
  ])
})

it.each([
  ['nothing', ''],
  ['a key that is too short', Buffer.alloc(16).toString('base64')],
  ['one that is too short behind a good one', `${key(1).toString('base64')} c2hvcnQ=`],
])('refuses %s', (_, text) => {
  expect(SecretKeys.safeParse(text).error?.issues[0]?.message).toBe('must be 32 bytes in base64')
})

it('refuses texts that are too short, the replaced one included', () => {
  expect(secretTexts(4).parse('long enough')).toEqual(['long', 'enough'])
  expect(secretTexts(8).safeParse('long-enough short').success).toBe(false)
})
