// @vitest-environment happy-dom
import { listQuery, listRowsMax } from '@portal/contracts/list-query'
import { route } from '@portal/contracts/route'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { useRouteMutation, useRouteQuery } from './route-query.ts'
import { TestPortal } from './test-portal.tsx'

const api = {
  list: route('GET', '/api/things', { can: 'signed-in', summary: 'List', returns: z.array(z.string()) }),
  add: route('POST', '/api/things', {
    can: 'signed-in',
    summary: 'Add',
    body: z.object({ name: z.string() }),
    returns: z.object({ name: z.string() }),
  }),
} as const

const lists = {
  rows: route('GET', '/api/rows', {
    can: 'signed-in',
    summary: 'List',
    query: listQuery(z.coerce.number()),
    returns: z.array(z.object({ id: z.number() })),
  }),
} as const

function Things({ onFailure }: { onFailure?: (error: Error) => void }) {
  const things = useRouteQuery(api.list, {})
  const [done, setDone] = useState(0)
  const onDone = () => setDone((times) => times + 1)
  const failing = onFailure ? { onFailure } : {}
  const add = useRouteMutation(api.add, { refreshes: ['/api/things'], onDone, ...failing })
  return (
    <>
      <p>{things.data?.join(', ') ?? 'loading'}</p>
      <p>done {done}</p>
      <button type="button" onClick={() => add.mutate({ body: { name: 'second' } })}>
        Add
      </button>
    </>
  )
}

/** A server with a list that a POST lengthens once per idempotency key. */
function server(post: (names: string[], request: Request) => Promise<Response> | Response) {
  const names = ['first']
  const keys: (string | null)[] = []
  return {
    keys,
    response: (request: Request) => {
      if (request.method === 'GET') return Response.json(names)
      keys.push(request.headers.get('idempotency-key'))
      return post(names, request)
    },
  }
}

describe('a mutation', () => {
  it('reads again what it changed', async () => {
    const { response } = server((names) => {
      names.push('second')
      return Response.json({ name: 'second' })
    })
    render(<Things />, { wrapper: ({ children }) => <TestPortal respond={response}>{children}</TestPortal> })
    await userEvent.click(await screen.findByText('Add'))
    await screen.findByText('first, second')
  })

  it('is sent once for a double click, and with a new idempotency key once it was answered', async () => {
    const waiting: (() => void)[] = []
    const { keys, response } = server(
      () => new Promise((resolve) => waiting.push(() => resolve(Response.json({ name: 'second' })))),
    )
    render(<Things />, { wrapper: ({ children }) => <TestPortal respond={response}>{children}</TestPortal> })
    await userEvent.dblClick(await screen.findByText('Add'))
    expect(keys).toHaveLength(1)
    for (const finish of waiting.splice(0)) finish()
    await screen.findByText('done 1')
    await userEvent.click(screen.getByText('Add'))
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(2)
  })

  it('is not sent again before what it changed is read: until then its form is still there', async () => {
    const list = Promise.withResolvers<void>()
    const { keys, response } = server(() => Response.json({ name: 'second' }))
    let reads = 0
    const respond = async (request: Request) => {
      if (request.method === 'GET' && ++reads === 2) await list.promise
      return response(request)
    }
    render(<Things />, { wrapper: ({ children }) => <TestPortal respond={respond}>{children}</TestPortal> })
    await screen.findByText('first')
    await userEvent.click(screen.getByText('Add'))
    await vi.waitFor(() => expect(reads).toBe(2))
    await userEvent.click(screen.getByText('Add'))
    list.resolve()
    await screen.findByText('done 1')
    expect(keys).toHaveLength(1)
  })

  it('keeps its key when the answer was lost, so that trying again cannot do it twice', async () => {
    const failures: string[] = []
    const { keys, response } = server(() => Promise.reject(new TypeError('Failed to fetch')))
    render(<Things onFailure={(error) => failures.push(error.message)} />, {
      wrapper: ({ children }) => <TestPortal respond={response}>{children}</TestPortal>,
    })
    const button = await screen.findByText('Add')
    await userEvent.click(button)
    await userEvent.click(button)
    expect(failures).toEqual(['Failed to fetch', 'Failed to fetch'])
    expect(new Set(keys).size).toBe(1)
  })

  it('keeps its key when the gateway alone has answered: the service may have acted', async () => {
    const { keys, response } = server(() => Response.json({ code: 'deadline_exceeded' }, { status: 504 }))
    render(<Things />, { wrapper: ({ children }) => <TestPortal respond={response}>{children}</TestPortal> })
    const button = await screen.findByText('Add')
    await userEvent.click(button)
    await userEvent.click(button)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })
})

function Rows() {
  const rows = useRouteQuery(lists.rows, {})
  return <p>{rows.data ? `${rows.data.length} rows, the last ${rows.data.at(-1)?.id}` : 'loading'}</p>
}

it('a list of more rows than one response holds is read to its end', async () => {
  const asked: (string | null)[] = []
  const all = Array.from({ length: 2 * listRowsMax + 3 }, (_, at) => ({ id: at + 1 }))
  const respond = ({ url }: Request) => {
    const cursor = new URL(url).searchParams.get('cursor')
    asked.push(cursor)
    const from = Number(cursor ?? 0)
    return Response.json(all.slice(from, from + listRowsMax))
  }
  render(<Rows />, { wrapper: ({ children }) => <TestPortal respond={respond}>{children}</TestPortal> })
  await screen.findByText('10003 rows, the last 10003')
  expect(asked).toEqual([null, '5000', '10000'])
})
