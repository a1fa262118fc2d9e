// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Tooltip } from './tooltip.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

function focusOn(device: 'touch' | 'mouse') {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(hover: none)' && device === 'touch',
  }))
  render(
    <Tooltip text="Closes the panel">
      <button type="button">Close</button>
    </Tooltip>,
  )
  act(() => screen.getByRole('button').focus())
}

it('explains the control that the keyboard has come to', () => {
  focusOn('mouse')
  expect(screen.getByRole('tooltip').textContent).toContain('Closes the panel')
})

it('does not stay open on touch when a dialog gives the focus back to its control', () => {
  focusOn('touch')
  expect(screen.queryByRole('tooltip')).toBeNull()
})
