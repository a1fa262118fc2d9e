// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { storedToken } from './auth-token.ts'
import { createShellClient } from './shell-client.ts'

/** A shell's client whose requests get this response. */
function clientWith(respond: () => Response | Promise<Response>) {
  const headers: Headers[] = []
  const state = { noResponses: 0 }
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    headers.push(new Headers(init.headers))
    return respond()
  })
  const client = createShellClient(() => {
    state.noResponses += 1
  })
  return { client, headers, state }
}

describe("the shell's client", () => {
  it('begins a trace with each request, a read as well as a question', async () => {
    const { client, headers } = clientWith(() => Response.json([]))
    await client.read(['/api/documents'])
    await client.request('POST', '/api/chat/stream', { question: 'By when?' })
    const traces = headers.map((sent) => sent.get('traceparent'))
    expect(traces).toHaveLength(2)
    for (const trace of traces) expect(trace).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
    expect(new Set(traces).size).toBe(2)
  })

  it("drops a stored token of another person than the cookie's, and no other", async () => {
    localStorage.setItem('auth_token', 'a.b.c')
    const refused = (code: string) => () => Response.json({ message: 'Unauthorized', code }, { status: 401 })
    const read = (code: string) => clientWith(refused(code)).client.read(['/api/documents'])
    await expect(read('unauthorized')).rejects.toMatchObject({ status: 401 })
    expect(storedToken()).toBe('a.b.c')
    await expect(read('credential_conflict')).rejects.toMatchObject({ status: 401 })
    expect(storedToken()).toBeNull()
  })

  it('says when a request got no response', async () => {
    const { client, state } = clientWith(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(client.read(['/api/documents'])).rejects.toThrow()
    expect(state.noResponses).toBe(1)
  })
})
