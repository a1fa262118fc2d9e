// @vitest-environment happy-dom
import { useUnsavedText } from '@portal/ui/unsaved-text'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { closeLayersOnBack } from './close-on-back.ts'
import { LeaveGuard } from './leave-guard.tsx'

function Form() {
  const [text, setText] = useState('')
  useUnsavedText(() => text !== '')
  return (
    <>
      <input aria-label="Name" value={text} onChange={({ target }) => setText(target.value)} />
      <Link to="/b">Elsewhere</Link>
      <Link to="/form?find=x">Find</Link>
      <Link to="/form?tab=users">Users</Link>
    </>
  )
}

function openForm({ isSessionOver = false, isCovered = (): boolean => false } = {}) {
  const Frame = () => (
    <>
      <LeaveGuard isSessionOver={() => isSessionOver} isCovered={isCovered} />
      <Outlet />
    </>
  )
  const router = createMemoryRouter(
    [
      {
        Component: Frame,
        children: [
          { path: '/', Component: () => <p>Start</p> },
          { path: '/form', Component: Form },
          { path: '/b', Component: () => <p>Page b</p> },
        ],
      },
    ],
    { initialEntries: ['/', '/form'], initialIndex: 1 },
  )
  closeLayersOnBack(router)
  render(<RouterProvider router={router} />)
  return {
    person: userEvent.setup(),
    path: () => router.state.location.pathname + router.state.location.search,
    back: () => act(() => router.navigate(-1)),
  }
}

const question = () => screen.queryByRole('alertdialog', { name: 'Leave without saving?' })
const type = (person: ReturnType<typeof userEvent.setup>) =>
  person.type(screen.getByRole('textbox', { name: 'Name' }), 'Halden')

it('a link asks first: Cancel keeps page and text, Leave goes on', async () => {
  const { person, path } = openForm()
  await type(person)
  await person.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await person.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(path()).toBe('/form')
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Halden')
  await person.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await person.click(await screen.findByRole('button', { name: 'Leave' }))
  await screen.findByText('Page b')
  expect(question()).toBeNull()
})

it('Back asks first', async () => {
  const { person, path, back } = openForm()
  await type(person)
  await back()
  await waitFor(() => expect(question()).toBeTruthy())
  expect(path()).toBe('/form')
  await person.click(screen.getByRole('button', { name: 'Leave' }))
  await screen.findByText('Start')
})

it('another tab of the page asks, its filters do not', async () => {
  const { person, path } = openForm()
  await type(person)
  await person.click(screen.getByRole('link', { name: 'Find' }))
  expect(path()).toBe('/form?find=x')
  expect(question()).toBeNull()
  await person.click(screen.getByRole('link', { name: 'Users' }))
  await waitFor(() => expect(question()).toBeTruthy())
})

it('closing the tab asks only while something is typed', async () => {
  const { person } = openForm()
  const closing = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(closing()).toBe(false)
  await type(person)
  expect(closing()).toBe(true)
  await person.clear(screen.getByRole('textbox', { name: 'Name' }))
  expect(closing()).toBe(false)
})

it('a form whose session has ended is left without a question', async () => {
  const { person } = openForm({ isSessionOver: true })
  await type(person)
  await person.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await screen.findByText('Page b')
  expect(question()).toBeNull()
})

it('a covered page stays, with all that is typed, whatever is pressed, until its cover is gone', async () => {
  const state = { isCovered: false }
  const { person, path, back } = openForm({ isSessionOver: true, isCovered: () => state.isCovered })
  await type(person)
  state.isCovered = true
  await back()
  await person.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await person.click(screen.getByRole('link', { name: 'Find' }))
  expect(path()).toBe('/form')
  expect(question()).toBeNull()
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Halden')
  state.isCovered = false
  await person.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await screen.findByText('Page b')
})
