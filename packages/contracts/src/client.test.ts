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

describe('specification §7: the request helper', () => {
  it.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'])('sends %s', async (method) => {
    const { client, sent } = clientOf(json({}))
    await client.request(method, '/api/x')
    expect(sent[0]?.init.method).toBe(method)
  })

  it.each(['get', 'TRACE', 'CONNECT', 'FOO BAR', ''])(
    'rejects the method %j without sending anything',
    async (method) => {
      const { client, sent } = clientOf(json({}))
      await expect(client.request(method, '/api/x')).rejects.toThrow(`Invalid HTTP method: ${method}`)
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

  it('sends form data as it is and every other body as JSON', async () => {
    const form = new FormData()
    const upload = clientOf(json({}))
    await upload.client.request('POST', '/api/x', form)
    expect(upload.sent[0]?.init.body).toBe(form)
    expect(upload.headers().get('content-type')).toBeNull()
    const object = clientOf(json({}))
    await object.client.request('POST', '/api/x', { name: 'Ünï' })
    expect(object.sent[0]?.init.body).toBe('{"name":"Ünï"}')
    expect(object.headers().get('content-type')).toBe('application/json')
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
})

describe('specification §8: failures of requests', () => {
  it.each([
    ['the body', new Response('{"message":"No"}', { status: 403 }), '403: {"message":"No"}'],
    [
      'the status text where the body is empty',
      new Response('', { status: 404, statusText: 'Not Found' }),
      '404: Not Found',
    ],
  ])('say the status and %s', async (_, response, message) => {
    await expect(clientOf(() => response).client.request('GET', '/api/x')).rejects.toThrow(message)
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
