// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderLayout } from '../testing/render-layout.tsx'

describe('the command palette', () => {
  it('opens with Ctrl+K, is used by keyboard alone, and goes where Enter says', async () => {
    const { user, events } = renderLayout()
    await user.keyboard('{Control>}k{/Control}')
    const box = await screen.findByRole('combobox')
    await user.type(box, 'te')
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'TeamGo to',
      'teAsk the assistant',
    ])
    await user.keyboard('{ArrowDown}{Enter}')
    expect(events).toEqual(['/chat?question=te'])
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it('gives the focus back to what had it when Esc closes it', async () => {
    const { user } = renderLayout()
    const before = screen.getByRole('button', { name: /account menu$/ })
    before.focus()
    await user.keyboard('{Control>}k{/Control}')
    expect(document.activeElement).toBe(await screen.findByRole('combobox'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(before))
  })
})
