// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openUserMenu, renderLayout } from '../testing/render-layout.tsx'

const help = () => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })

it('opens with ? and lists what works everywhere', async () => {
  const { user } = renderLayout()
  await user.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  const heading = within(dialog).getByRole('heading', { name: 'Everywhere' })
  const everywhere = within(heading.parentElement ?? dialog)
  expect(everywhere.getAllByRole('term').map((term) => term.textContent)).toEqual([
    'Search or ask',
    'Show these shortcuts',
    'Go to the search box of the page',
    'Go to the message that has just appeared',
    'Close what was opened last',
  ])
  await user.keyboard('{Escape}')
  expect(help()).toBeNull()
})

it('a question mark that is typed stays one', async () => {
  const { user } = renderLayout({ children: <input aria-label="Your question" /> })
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Your question' })
  await user.type(box, 'How long?')
  expect(box.value).toBe('How long?')
  expect(help()).toBeNull()
})

it('is in the user menu for those without a keyboard at hand', async () => {
  const { user } = renderLayout()
  await openUserMenu(user)
  await user.click(await screen.findByRole('menuitem', { name: 'Keyboard shortcuts' }))
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
})
