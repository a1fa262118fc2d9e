import { ConfigError } from '@portal/service-kit/config'
import { describe, expect, test } from 'vitest'
import { isEngineUrl, readEngineUrl } from './engine-url.ts'

const rules = { engine: 's3', example: 's3://<key>:<secret>@<host>:<port>/<bucket>', settings: ['region'] }

describe('the address of an engine', () => {
  test('is read with its hosts, names, path and settings', () => {
    expect(readEngineUrl('s3+https://k:s%2Fe:c@a.example:9000,b/my-bucket/?region=eu', rules)).toEqual({
      isSecure: true,
      hosts: ['a.example:9000', 'b'],
      username: 'k',
      password: 's/e:c',
      path: 'my-bucket',
      settings: { region: 'eu' },
    })
    expect(readEngineUrl('s3://127.0.0.1:1', rules)).toMatchObject({
      isSecure: false,
      path: '',
      username: '',
    })
  })

  test.each([
    ['another engine', 'kafka://k:secret@h:1', 'cannot be read'],
    ['no host', 's3://', 'cannot be read'],
    ['an unknown ending', 's3+ftp://k:secret@h', 'unknown ending "+ftp"'],
    ['an unknown setting', 's3://k:secret@h?regoin=eu', 'unknown setting "regoin"'],
    ['an unreadable host', 's3://k:secret@h h', 'host or port that cannot be read'],
    ['a port that is none', 's3://k:secret@h:65536', 'host or port that cannot be read'],
    ['port 0', 's3://k:secret@h:0', 'host or port that cannot be read'],
    ['a bare percent sign', 's3://k:%secret@h', '"%" is not written as %25'],
  ])('with %s is refused in a sentence without its secret', (_, url, reason) => {
    const refusal = refusalOf(url)
    expect(refusal).toBeInstanceOf(ConfigError)
    expect(refusal.message).toContain(reason)
    expect(refusal.message).toContain(rules.example)
    expect(refusal.message).not.toContain(':secret@')
  })

  test('names its engine with or without encryption', () => {
    expect(isEngineUrl('kafka+tls://h', 'kafka')).toBe(true)
    expect(isEngineUrl('kafka://h', 'kafka')).toBe(true)
    expect(isEngineUrl('log:postgres://h', 'kafka')).toBe(false)
  })
})

function refusalOf(url: string): Error {
  try {
    readEngineUrl(url, rules)
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('nothing was refused')
}
