// @vitest-environment happy-dom
import { type Portal, PortalContext } from '@portal/remote-kit/portal-context'
import { useOpenedByAddress } from '@portal/remote-kit/use-opened-by-address'
import { Dialog } from '@portal/ui/dialog'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { closeLayersOnBack } from './close-on-back.ts'
import { portalRouter } from './portal-router.tsx'

/** A page with a dialog, in which another can be opened, and from which a link leads on. */
function Page() {
  const [open, setOpen] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const close = () => setOpen((now) => now.slice(0, -1))
  const navigate = portalRouter.useNavigate()
  return (
    <>
      <button type="button" onClick={() => setOpen(['Outer'])}>
        Open
      </button>
      {open.map((title) => (
        <Dialog key={title} title={title} onClose={() => !isBusy && close()}>
          <input aria-label={`Text of ${title}`} />
          <button type="button" onClick={() => setOpen(['Outer', 'Inner'])}>
            Open inner
          </button>
          <button type="button" onClick={() => setBusy(true)}>
            Send
          </button>
          <button
            type="button"
            onClick={() => {
              setOpen([])
              navigate('/b')
            }}
          >
            Go on
          </button>
          <button
            type="button"
            onClick={() => {
              setOpen([])
              navigate('/c?open=form')
            }}
          >
            Act
          </button>
        </Dialog>
      ))}
    </>
  )
}

/** A page whose form an act's address opens. */
function ActedPage() {
  const [isOpen, setOpen] = useState(false)
  useOpenedByAddress('form', () => setOpen(true))
  return isOpen && <Dialog title="Form" onClose={() => setOpen(false)} />
}

/** Safe because the page asks the portal for nothing but its router. */
const routerAlone = { router: portalRouter } as Portal

function Acted() {
  return (
    <PortalContext value={routerAlone}>
      <ActedPage />
    </PortalContext>
  )
}

function open() {
  const router = createMemoryRouter(
    [
      { path: '/a', Component: Page },
      { path: '/b', Component: () => <p>Page b</p> },
      { path: '/c', Component: Acted },
      { path: '/', Component: () => <p>Start</p> },
    ],
    { initialEntries: ['/', '/a'], initialIndex: 1 },
  )
  closeLayersOnBack(router)
  render(<RouterProvider router={router} />)
  const steps = () => (router.state.location.state as { layers?: number } | null)?.layers ?? 0
  return {
    person: userEvent.setup(),
    path: () => router.state.location.pathname,
    search: () => router.state.location.search,
    steps,
    settled: (count: number) => waitFor(() => expect(steps()).toBe(count)),
    back: () => act(() => router.navigate(-1)),
    forward: () => act(() => router.navigate(1)),
  }
}

const dialogs = () => screen.queryAllByRole('dialog', { hidden: true }).length
const click = (person: ReturnType<typeof userEvent.setup>, name: string) =>
  person.click(screen.getAllByRole('button', { name }).at(-1) as HTMLElement)

it('Back closes what was opened last, then what was opened before, then leaves the page', async () => {
  const { person, back, path, settled } = open()
  await click(person, 'Open')
  await settled(1)
  await click(person, 'Open inner')
  await settled(2)
  await back()
  await waitFor(() => expect(dialogs()).toBe(1))
  expect(path()).toBe('/a')
  await back()
  await waitFor(() => expect(dialogs()).toBe(0))
  expect(path()).toBe('/a')
  await back()
  expect(path()).toBe('/')
})

it('a dialog that is closed otherwise leaves nothing behind that Back would have to pass', async () => {
  const { person, back, path, settled } = open()
  await click(person, 'Open')
  await settled(1)
  await person.keyboard('{Escape}')
  await settled(0)
  expect(path()).toBe('/a')
  await back()
  expect(path()).toBe('/')
})

it('Back closes a form that an act opened, and then leads to where the act was chosen', async () => {
  const { person, back, path, search, settled } = open()
  await click(person, 'Open')
  await settled(1)
  await click(person, 'Act')
  await screen.findByRole('dialog', { name: 'Form' })
  await settled(1)
  expect([path(), search()]).toEqual(['/c', ''])
  await back()
  await waitFor(() => expect(dialogs()).toBe(0))
  expect([path(), search()]).toEqual(['/c', ''])
  await back()
  expect(path()).toBe('/a')
})

it('a link in a dialog leads on, and Back from there to the page without the dialog', async () => {
  const { person, back, path, settled } = open()
  await click(person, 'Open')
  await settled(1)
  await click(person, 'Go on')
  await screen.findByText('Page b')
  await back()
  expect(path()).toBe('/a')
  await settled(0)
  expect(dialogs()).toBe(0)
})

it('a dialog whose request runs stays, and so does the page', async () => {
  const { person, back, path, settled } = open()
  await click(person, 'Open')
  await settled(1)
  await person.type(screen.getByRole('textbox'), 'typed')
  await click(person, 'Send')
  await back()
  await settled(1)
  expect(dialogs()).toBe(1)
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('typed')
  await back()
  await settled(1)
  expect(path()).toBe('/a')
})

it('Forward to a dialog that is closed stays on the page', async () => {
  const { person, back, forward, path, settled } = open()
  await click(person, 'Open')
  await settled(1)
  await back()
  await waitFor(() => expect(dialogs()).toBe(0))
  await forward()
  await settled(0)
  expect(path()).toBe('/a')
  expect(dialogs()).toBe(0)
})
