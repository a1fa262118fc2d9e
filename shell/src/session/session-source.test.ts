// @vitest-environment happy-dom
import { createClient } from '@portal/contracts/client'
import { createQueryClient } from '@portal/remote-kit/query-client'
import { anonymousSession, fixedSession } from '@portal/remote-kit/test-portal'
import { describe, expect, it } from 'vitest'
import { storedToken } from '../boot/auth-token.ts'
import { createSessionSource } from './session-source.ts'

function sourceOf(responses: readonly (() => Response)[], token: string | null = null) {
  if (token) localStorage.setItem('auth_token', token)
  const state = { reads: 0 }
  const addresses: string[] = []
  const client = createClient({
    token: storedToken,
    fetch: async (address) => {
      addresses.push(String(address))
      const response = responses[Math.min(state.reads, responses.length - 1)]
      state.reads += 1
      return response?.() ?? new Response('', { status: 500 })
    },
  })
  const source = createSessionSource(
    client,
    createQueryClient(client, () => undefined),
  )
  return { source, state, addresses, seen: () => ({ token: storedToken(), reads: state.reads }) }
}

const admin = () => Response.json(fixedSession('admin'))
const unauthorized = () => new Response('{"message":"Unauthorized"}', { status: 401 })

describe('the session', () => {
  it('is read once, however often it is asked for', async () => {
    const { source, state } = sourceOf([admin])
    expect(source.known()).toBeNull()
    const [first] = await Promise.all([source.read(), source.read()])
    expect(first.role).toBe('admin')
    expect(source.known()).toBe(first)
    expect(state.reads).toBe(1)
  })

  it('is read without a stored token that the server refuses, and the token is dropped', async () => {
    const { source, seen } = sourceOf([unauthorized, () => Response.json(anonymousSession())], 'a.b.c')
    expect((await source.read()).person).toBeNull()
    expect(seen()).toEqual({ token: null, reads: 2 })
  })

  it('is read without the token of another person, which the client of the page has dropped already', async () => {
    const { source, seen } = sourceOf(
      [
        () => {
          localStorage.removeItem('auth_token')
          return unauthorized()
        },
        admin,
      ],
      'a.b.c',
    )
    expect((await source.read()).role).toBe('admin')
    expect(seen()).toEqual({ token: null, reads: 2 })
  })

  it('is a visitor’s with a token that names nobody any more, and the token is dropped', async () => {
    const { source, seen } = sourceOf([() => Response.json(anonymousSession())], 'a.b.c')
    expect((await source.read()).person).toBeNull()
    expect(seen()).toEqual({ token: null, reads: 1 })
  })

  it('keeps a token that opens the portal', async () => {
    const { source } = sourceOf([admin], 'a.b.c')
    await source.read()
    expect(storedToken()).toBe('a.b.c')
  })

  it('is never taken from the preload of the page when a token is stored, for that was asked without it', async () => {
    const { source, addresses } = sourceOf([admin], 'a.b.c')
    await source.read()
    expect(addresses).toEqual(['/api/session?credential=bearer'])
  })

  it('fails when the server refuses without a token to drop', async () => {
    await expect(sourceOf([unauthorized]).source.read()).rejects.toMatchObject({ status: 401 })
  })

  it('fails for an answer that is no session', async () => {
    await expect(sourceOf([() => Response.json({ hello: 1 })]).source.read()).rejects.toThrow('/api/session')
  })

  it('tells of every change', async () => {
    const { source } = sourceOf([admin, () => Response.json(fixedSession('team_member'))])
    const roles: unknown[] = []
    source.onChange((session) => roles.push(session.role))
    await source.read()
    await source.refresh()
    expect(roles).toEqual(['admin', 'team_member'])
  })
})
