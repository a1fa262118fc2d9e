// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ErrorBoundary } from './error-boundary.tsx'
import { ErrorScreen } from './error-screen.tsx'

let isBroken = true
function Fragile() {
  if (isBroken) throw new Error('broken')
  return <p>Fine</p>
}

beforeEach(() => {
  isBroken = true
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})

afterEach(() => {
  vi.restoreAllMocks()
})

it('shows the specified error screen, and Try again brings the screen back', async () => {
  const onError = vi.fn()
  render(
    <ErrorBoundary onError={onError}>
      <Fragile />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong')
  expect(onError).toHaveBeenCalledOnce()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByText('Fine')).toBeTruthy()
})

it('a change of address leaves the error screen', () => {
  const at = (resetKey: string) => (
    <ErrorBoundary resetKey={resetKey}>
      <Fragile />
    </ErrorBoundary>
  )
  const { rerender } = render(at('/a'))
  isBroken = false
  rerender(at('/b'))
  expect(screen.getByText('Fine')).toBeTruthy()
})

it('Refresh page loads the page anew', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue(undefined)
  render(<ErrorScreen onReset={() => undefined} />)
  await userEvent.click(screen.getByRole('button', { name: 'Refresh page' }))
  expect(reload).toHaveBeenCalledOnce()
})
