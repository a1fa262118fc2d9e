// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { createPageCover, PageCover } from './page-cover.tsx'

function renderCovered() {
  const cover = createPageCover()
  const [onReturn, onLeave] = [vi.fn(), vi.fn()]
  render(
    <>
      <input aria-label="Name" defaultValue="Halden" />
      <PageCover {...{ cover, onReturn, onLeave }} />
    </>,
  )
  act(() => cover.set(true))
  return { cover, onReturn, onLeave, person: userEvent.setup() }
}

it('says that one is logged out and leads to the login in another tab; Esc shows nothing', async () => {
  const { person } = renderCovered()
  const alert = await screen.findByRole('alertdialog', { name: 'You are logged out' })
  expect(alert.textContent).toContain('What you typed is still in this tab')
  const login = screen.getByRole<HTMLAnchorElement>('link', { name: 'Log in in a new tab' })
  expect([login.getAttribute('href'), login.target]).toEqual(['/api/login', '_blank'])
  expect(document.activeElement).toBe(login)
  await person.keyboard('{Escape}')
  expect(screen.getByRole('alertdialog')).toBe(alert)
})

it('marks the page as covered, by which base.css hides all else from everybody and the palette stays shut', async () => {
  const { cover } = renderCovered()
  const alert = await screen.findByRole('alertdialog')
  expect(alert.closest('[data-covers-page]')).not.toBeNull()
  act(() => cover.set(false))
  expect(document.querySelector('[data-covers-page]')).toBeNull()
})

it('asks for the session when one comes back to the tab, and goes with what was typed in place', async () => {
  const { cover, onReturn } = renderCovered()
  window.dispatchEvent(new Event('focus'))
  expect(onReturn).toHaveBeenCalledOnce()
  act(() => cover.set(false))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Halden')
  window.dispatchEvent(new Event('focus'))
  expect(onReturn).toHaveBeenCalledOnce()
})

it('can be given up', async () => {
  const { person, onLeave } = renderCovered()
  await person.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  expect(onLeave).toHaveBeenCalledOnce()
})
