// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { storedToken, takeAuthToken } from './auth-token.ts'

const start = location.href

afterEach(() => {
  history.replaceState(null, '', start)
  vi.restoreAllMocks()
})

/** Opens an address; returns what is stored, and how the address was changed. */
function openedAt(address: string, stored?: string) {
  if (stored) localStorage.setItem('auth_token', stored)
  history.replaceState({ kept: true }, '', address)
  const replace = vi.spyOn(history, 'replaceState')
  takeAuthToken()
  expect(history.state).toEqual({ kept: true })
  const { pathname, search, hash } = location
  return { token: storedToken(), shown: `${pathname}${search}${hash}`, replaced: replace.mock.calls.length }
}

const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJwMSJ9.c2lnbmF0dXJl'

describe('product §7: auth_token in the address', () => {
  it('is stored and taken out of the address without a reload, everything else kept', () => {
    const opened = openedAt(`/documents?q=a%20b&auth_token=${token}&department=2#part`)
    expect(opened).toEqual({ token, shown: '/documents?q=a+b&department=2#part', replaced: 1 })
  })

  it('leaves an address without it alone', () => {
    expect(openedAt('/documents?q=1', 'x.y.z')).toMatchObject({
      token: 'x.y.z',
      replaced: 0,
    })
  })

  it.each([
    ['given twice', `auth_token=${token}&auth_token=${token}`],
    ['empty', 'auth_token='],
    ['longer than 4 KB', `auth_token=${token}${'a'.repeat(4096)}`],
    ['of a megabyte', `auth_token=a.b.${'c'.repeat(1_000_000)}`],
    ['without a signature', 'auth_token=eyJhbGciOiJub25lIn0.eyJzdWIiOiJwMSJ9.'],
    ['with other characters', 'auth_token=a.b.c%3Cscript%3E'],
    ['of two parts', 'auth_token=a.b'],
  ])('%s is dropped, and taken out of the address all the same', (_, query) => {
    const opened = openedAt(`/?${query}`, 'earlier.token.kept')
    expect(opened).toEqual({ token: 'earlier.token.kept', shown: '/', replaced: 1 })
  })

  it('in the fragment is no parameter and is not read', () => {
    expect(openedAt(`/#auth_token=${token}`)).toMatchObject({ token: null, replaced: 0 })
  })
})
