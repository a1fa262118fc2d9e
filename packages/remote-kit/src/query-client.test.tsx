// @vitest-environment happy-dom
import { createClient } from '@portal/contracts/client'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { readsBelow } from './route-query.ts'

/** A page that reads one address; the server answers from `answers`, the last one for ever. */
function page(responses: readonly (() => Response)[], meta?: { on401: 'null' }) {
  const requests: string[] = []
  const logged: unknown[][] = []
  const client = createClient({
    fetch: async (url) => {
      const response = responses[Math.min(requests.length, responses.length - 1)]
      requests.push(String(url))
      return response?.() ?? new Response('', { status: 500 })
    },
  })
  const queries = createQueryClient(client, (...values) => logged.push(values))
  function Reader() {
    const { data, error, isPending } = useQuery({ queryKey: ['/api/things'], ...(meta ? { meta } : {}) })
    if (isPending) return <p>loading</p>
    return <p>{error ? `failed ${error.message}` : `read ${JSON.stringify(data)}`}</p>
  }
  const view = () => render(<QueryClientProvider client={queries}>{<Reader />}</QueryClientProvider>)
  return { view, requests, logged, queries }
}

describe('product §9: the data cache', () => {
  it.each([
    ['retry of queries', 'queries', 'retry', false],
    ['retry of mutations', 'mutations', 'retry', false],
    ['refetch on window focus', 'queries', 'refetchOnWindowFocus', false],
    ['polling', 'queries', 'refetchInterval', false],
    ['time until data is stale', 'queries', 'staleTime', Number.POSITIVE_INFINITY],
  ] as const)('%s', (_, part, option, value) => {
    const options = page([]).queries.getDefaultOptions()[part]
    expect(options).toHaveProperty(option, value)
  })

  it('reads key[0] by GET, and again for nobody who looks later or returns to the window', async () => {
    const { view, requests } = page([() => Response.json([1])])
    view()
    await screen.findByText('read [1]')
    cleanup()
    view()
    window.dispatchEvent(new Event('focus'))
    document.dispatchEvent(new Event('visibilitychange'))
    await screen.findByText('read [1]')
    expect(requests).toEqual(['/api/things'])
  })

  it('asks once when it fails, logs the error and passes it on', async () => {
    const { view, requests, logged } = page([() => new Response('gone', { status: 500 })])
    view()
    await screen.findByText('failed 500: gone')
    expect(requests).toHaveLength(1)
    expect(logged).toHaveLength(1)
  })

  it('turns a 401 into null where a query says so', async () => {
    page([() => new Response('', { status: 401 })], { on401: 'null' }).view()
    await screen.findByText('read null')
  })

  it('reads again what an event made stale, and what lies below it', async () => {
    const { view, requests, queries } = page([() => Response.json(1), () => Response.json(2)])
    view()
    await screen.findByText('read 1')
    await queries.invalidateQueries(readsBelow('/api/thing'))
    expect(requests).toHaveLength(1)
    await queries.invalidateQueries(readsBelow('/api/things'))
    await screen.findByText('read 2')
    await waitFor(() => expect(requests).toHaveLength(2))
  })
})

describe('reads below a path', () => {
  it.each([
    ['/api/documents', true],
    ['/api/documents/1/versions', true],
    ['/api/documents?department=2', true],
    ['/api/documents-archive', false],
    ['/api', false],
  ])('%s', (address, isBelow) => {
    expect(readsBelow('/api/documents').predicate({ queryKey: [address] })).toBe(isBelow)
  })
})
