// @vitest-environment happy-dom
import { readToasts, toast } from '@portal/ui/toast'
import { render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { expect, it } from 'vitest'
import { usePortal } from './portal-context.ts'
import { TestPortal } from './test-portal.tsx'

const late = Promise.withResolvers<Response>()

function Documents() {
  const { client } = usePortal()
  useEffect(() => {
    void client.read(['/api/documents']).then(() => toast({ title: 'Late' }))
  }, [client])
  return <p>loading</p>
}

it('a test ends with a message on show and a request under way', () => {
  render(
    <TestPortal respond={() => late.promise}>
      <Documents />
    </TestPortal>,
  )
  toast({ title: 'Unauthorized', variant: 'error' })
  screen.getByText('loading')
})

it('the next sees no message of it, nor what the answer leads to', async () => {
  expect(readToasts()).toEqual({ toasts: [], notices: [] })
  late.resolve(Response.json([]))
  // One turn: the client has read the answer by then.
  await new Promise((resolve) => setTimeout(resolve))
  expect(readToasts().toasts).toEqual([])
})
