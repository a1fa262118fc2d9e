// @vitest-environment happy-dom
import { RequestError } from '@portal/contracts/client'
import { readToasts } from '@portal/ui/toast'
import { act, render } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { TestPortal } from './test-portal.tsx'
import { useReportFailure } from './unauthorized.ts'

beforeEach(() => vi.useFakeTimers())

function report(error: unknown): { readonly moves: readonly string[] } {
  const moves: string[] = []
  function Probe() {
    const reportFailure = useReportFailure()
    return (
      <button
        type="button"
        onClick={() => reportFailure(error, { title: 'Error', fallback: 'Failed to delete document' })}
      >
        act
      </button>
    )
  }
  const view = render(
    <TestPortal onNavigate={(to) => moves.push(to)}>
      <Probe />
    </TestPortal>,
  )
  act(() => view.getByRole('button').click())
  return { moves }
}

const shown = () => readToasts().toasts[0]

describe('product §8: a failed act', () => {
  it("by 401 shows 'Unauthorized' and leaves for the login page after 500 ms, not before", () => {
    const { moves } = report(new RequestError(401, '', '{"message":"Unauthorized"}'))
    expect(shown()).toMatchObject({
      title: 'Unauthorized',
      description: 'You are logged out. Logging in again...',
    })
    vi.advanceTimersByTime(499)
    expect(moves).toEqual([])
    vi.advanceTimersByTime(1)
    expect(moves).toEqual(['/api/login'])
  })

  it('otherwise shows the message of the server', () => {
    const { moves } = report(new RequestError(409, '', '{"message":"It is in use"}'))
    expect(shown()).toMatchObject({ title: 'Error', description: 'It is in use' })
    vi.advanceTimersByTime(1000)
    expect(moves).toEqual([])
  })

  it('shows the fallback where the server said nothing', () => {
    report(new TypeError('Failed to fetch'))
    expect(shown()).toMatchObject({ title: 'Error', description: 'Failed to delete document' })
  })
})
