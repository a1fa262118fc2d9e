import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { drawLayout } from '../testing/draw-layout.tsx'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

describe('the command palette', () => {
  it('opens with Ctrl+K, is used by keyboard alone, and goes where Enter says', async () => {
    const { user, events } = drawLayout()
    await user.keyboard('{Control>}k{/Control}')
    const box = await screen.findByRole('combobox')
    await user.type(box, 'an')
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'AnalyticsGo to',
      'anAsk the assistant',
    ])
    await user.keyboard('{ArrowDown}{Enter}')
    expect(events).toEqual(['/chat?question=an'])
    expect(screen.queryByRole('combobox')).toBeNull()
  })
})
