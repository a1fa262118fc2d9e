import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createClient, RequestError } from './client.ts'
import { route } from './route.ts'

/** A client whose server is a function; it remembers every request. */
function clientOf(answer: () => Response | Promise<Response>, token: string | null = null) {
  const sent: { readonly url: string; readonly init: RequestInit }[] = []
  const client = createClient({
    token: () => token,
    fetch: async (url, init = {}) => {
      sent.push({ url: String(url), init })
      return answer()
    },
  })
  return { client, sent, headers: () => new Headers(sent[0]?.init.headers) }
}

const json = (value: unknown) => () => Response.json(value)

describe('product §7: the request helper', () => {
  it.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'])('sends %s', async (method) => {
    const { client, sent } = clientOf(json({}))
    await client.request(method, '/api/x')
    expect(sent[0]?.init.method).toBe(method)
  })

  it.each(['get', 'Post', 'TRACE', 'CONNECT', 'PROPFIND', 'FOO BAR', 'GET\r\n', ' GET', ''])(
    'rejects the method %j without sending anything',
    async (method) => {
      const { client, sent } = clientOf(json({}))
      const failure = await client.request(method, '/api/x').catch((error) => error)
      expect(failure.message).toBe(`Invalid HTTP method: ${method}`)
      expect(sent).toEqual([])
    },
  )

  it('sends cookies always, and a bearer header only when a token is stored', async () => {
    const without = clientOf(json({}))
    await without.client.request('GET', '/api/x')
    expect(without.sent[0]?.init.credentials).toBe('include')
    expect(without.headers().get('authorization')).toBeNull()
    const withToken = clientOf(json({}), 'a.b.c')
    await withToken.client.request('GET', '/api/x')
    expect(withToken.headers().get('authorization')).toBe('Bearer a.b.c')
  })

  it.each(['POST', 'PUT', 'PATCH'])(
    'sends form data with %s as it is, its type left to the browser',
    async (method) => {
      const form = new FormData()
      const { client, sent, headers } = clientOf(json({}))
      await client.request(method, '/api/x', form)
      expect(sent[0]?.init.body).toBe(form)
      expect(headers().get('content-type')).toBeNull()
    },
  )

  it.each([
    ['an object', { name: 'Ünï' }, '{"name":"Ünï"}'],
    ['a list', [1, null], '[1,null]'],
    ['a text', 'a', '"a"'],
    ['null', null, 'null'],
    ['false', false, 'false'],
  ])('sends %s as JSON', async (_, body, text) => {
    const { client, sent, headers } = clientOf(json({}))
    await client.request('POST', '/api/x', body)
    expect(sent[0]?.init.body).toBe(text)
    expect(headers().get('content-type')).toBe('application/json')
  })

  it('sends no body and no type where there is none', async () => {
    const { client, sent, headers } = clientOf(json({}))
    await client.request('POST', '/api/organizations/join/ABC')
    expect(sent[0]?.init).not.toHaveProperty('body')
    expect(headers().get('content-type')).toBeNull()
  })

  it('reads by a GET to the first element of the query key', async () => {
    const { client, sent } = clientOf(json([1]))
    await expect(client.read(['/api/documents', 'ignored'])).resolves.toEqual([1])
    expect(sent[0]).toMatchObject({ url: '/api/documents', init: { method: 'GET' } })
  })

  it('fails on 401 by default and yields null by option', async () => {
    const unauthorized = () => new Response('{"message":"Unauthorized"}', { status: 401 })
    await expect(clientOf(unauthorized).client.read(['/api/auth/user'])).rejects.toMatchObject({
      status: 401,
    })
    await expect(
      clientOf(unauthorized).client.read(['/api/auth/user'], { on401: 'null' }),
    ).resolves.toBeNull()
  })

  it.each([400, 403, 404, 500])('yields null for no other failure: %d', async (status) => {
    const failing = () => new Response('', { status, statusText: 'No' })
    await expect(clientOf(failing).client.read(['/api/x'], { on401: 'null' })).rejects.toThrow(
      `${status}: No`,
    )
  })
})

describe('product §8: failures of requests', () => {
  it.each([
    ['the body', 403, 'Forbidden', '{"message":"No"}', '403: {"message":"No"}'],
    ['a body that is no JSON', 502, 'Bad Gateway', '<h1>Bad</h1>', '502: <h1>Bad</h1>'],
    ['a body of one space', 500, 'Internal Server Error', ' ', '500:  '],
    ['the status text where the body is empty', 404, 'Not Found', '', '404: Not Found'],
    ['nothing where both are empty', 500, '', '', '500: '],
  ])('say the status and %s', async (_, status, statusText, body, message) => {
    const answer = () => new Response(body, { status, statusText })
    const failure = await clientOf(answer)
      .client.request('GET', '/api/x')
      .catch((error) => error)
    expect(failure.message).toBe(message)
  })

  it("are 'Request failed' when the transport calls the method no token", async () => {
    const transport = () => Promise.reject(new TypeError("'X' : Method is not a valid HTTP token."))
    await expect(clientOf(transport).client.request('GET', '/api/x')).rejects.toThrow(/^Request failed$/)
  })

  it('keep any other transport error', async () => {
    const transport = () => Promise.reject(new TypeError('Failed to fetch'))
    await expect(clientOf(transport).client.request('GET', '/api/x')).rejects.toThrow('Failed to fetch')
  })

  it('carry status, message, code and request id as fields', async () => {
    const body = JSON.stringify({
      message: 'No such thing',
      code: 'not_found',
      requestId: 'r1',
      suggestedAction: 'Ask',
    })
    const failure = await clientOf(() => new Response(body, { status: 404 }))
      .client.request('GET', '/api/x')
      .catch((e) => e)
    expect(failure).toBeInstanceOf(RequestError)
    expect(failure).toMatchObject({
      status: 404,
      detail: 'No such thing',
      code: 'not_found',
      requestId: 'r1',
      suggestedAction: 'Ask',
    })
  })
})

describe('calling a contract route', () => {
  const rename = route('PATCH', '/api/things/{id}', {
    can: 'signed-in',
    summary: 'Rename',
    params: z.object({ id: z.string() }),
    body: z.object({ name: z.string() }),
    returns: z.object({ id: z.string() }),
  })

  it('fills the path, sends the body and parses the answer', async () => {
    const { client, sent } = clientOf(json({ id: 'a/b', extra: 1 }))
    await expect(client.call(rename, { params: { id: 'a/b' }, body: { name: 'x' } })).resolves.toEqual({
      id: 'a/b',
    })
    expect(sent[0]?.url).toBe('/api/things/a%2Fb')
  })

  it('gives every POST an idempotency key of its own', async () => {
    const post = route('POST', '/api/things', { can: 'signed-in', summary: 'Add', body: z.object({}) })
    const { client, sent } = clientOf(() => new Response(null, { status: 204 }))
    await client.call(post, { body: {} })
    await client.call(post, { body: {} })
    const keys = sent.map(({ init }) => new Headers(init.headers).get('idempotency-key'))
    expect(new Set(keys).size).toBe(2)
    expect(keys).not.toContain(null)
  })
})
