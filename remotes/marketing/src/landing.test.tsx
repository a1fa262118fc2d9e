// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { Screen } from './routes/landing.tsx'
import { renderPublic } from './testing/render-public.tsx'

beforeEach(() => {
  renderPublic(Screen)
})

const main = () => within(screen.getByRole('navigation', { name: 'Main' }))
const source = () => within(screen.getByRole('region', { name: 'Source' }))

it('choosing a citation shows its document with the passage marked', async () => {
  expect(source().getByText('Remote Work Policy')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '2, source: Access Control Standard' }))
  expect(source().getByText('Access Control Standard')).toBeTruthy()
  expect(source().getByText(/company devices only/).tagName).toBe('MARK')
})

it('a question without an answer shows no evidence instead of a passage', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Do near misses go in the breach log?' }))
  expect(screen.getByText('Your documents do not say.', { selector: 'strong' })).toBeTruthy()
  expect(source().getByText('No sentence to show')).toBeTruthy()
})

it('the Product dropdown is keyboard-complete: arrows move, Esc closes and gives the focus back', async () => {
  const person = userEvent.setup()
  const button = main().getByRole('button', { name: 'Product' })
  button.focus()
  await person.keyboard('{Enter}{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(main().getByRole('link', { name: 'Security' }))
  await person.keyboard('{ArrowUp}{ArrowUp}')
  expect(document.activeElement).toBe(main().getByRole('link', { name: 'Integrations' }))
  await person.keyboard('{Escape}')
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-expanded')).toBe('false')
})

it('the small menu opens, stays open on a click inside it, and closes on one outside', async () => {
  const person = userEvent.setup()
  const button = screen.getByRole('button', { name: 'Menu' })
  await person.click(button)
  const menu = within(screen.getByRole('navigation', { name: 'Menu' }))
  await person.click(menu.getByText('Product'))
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(menu.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'About Us (opens in a new tab)',
    'Features',
    'Security',
    'Integrations',
    'Quality Quiz (opens in a new tab)',
    'Schedule a Call (opens in a new tab)',
  ])
  await person.click(screen.getByRole('heading', { level: 1 }))
  expect(button.getAttribute('aria-expanded')).toBe('false')
})

it('a call is in reach at every scroll position, beside Login', () => {
  const header = within(screen.getByRole('banner'))
  const names = header.getAllByRole('link').map((link) => link.textContent)
  expect(names.slice(names.indexOf('Login'), names.indexOf('Login') + 2)).toEqual([
    'Login',
    'Schedule a Call (opens in a new tab)',
  ])
})

it('common questions are folded, and each unfolds to its answer', async () => {
  const section = within(screen.getByRole('region', { name: 'What people ask us first' }))
  const answer = section.getByText(/Your admins can switch the model off/)
  const fold = answer.closest('details')
  expect(fold?.open).toBe(false)
  await userEvent.click(section.getByText('Does it need a language model?'))
  expect(fold?.open).toBe(true)
})
