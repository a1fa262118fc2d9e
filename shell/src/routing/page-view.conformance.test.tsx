// @vitest-environment happy-dom
import { createClient } from '@portal/contracts/client'
import type { Session } from '@portal/contracts/session'
import { createQueryClient } from '@portal/remote-kit/query-client'
import { anonymousSession, fixedSession, TestPortal } from '@portal/remote-kit/test-portal'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Chrome } from '../layout/chrome.tsx'
import { createConnection } from '../live/connection.ts'
import { createRegistry } from '../remotes/registry.ts'
import { RemoteUnavailable } from '../remotes/remote-loader.ts'
import { createSessionSource } from '../session/session-source.ts'
import { ShellContext } from '../shell-context.ts'
import { declaredRemotes } from '../testing/declared-remotes.ts'
import type { PageContent, ResolvedPage } from './page-resolver.ts'
import { PageView, titleOf } from './page-view.tsx'

interface Surroundings {
  readonly chrome?: ResolvedPage['chrome']
  /** What the gateway answers when it is asked for the remotes. */
  readonly registry?: () => Response | Promise<Response>
}

/** Shows a page as the shell does; `requests` are its own, `loaded` is called for each new page. */
function show(content: PageContent, session: Session, around: Surroundings = {}) {
  const { chrome = null, registry = () => Response.json({ remotes: [] }) } = around
  const requests: string[] = []
  const loaded = vi.fn(() => null)
  const client = createClient({
    baseUrl: 'http://portal.test',
    fetch: async (address) => {
      requests.push(new URL(address).pathname)
      return registry()
    },
  })
  const queries = createQueryClient(client)
  const page: ResolvedPage = { path: '/somewhere', session, remotes: declaredRemotes, content, chrome }
  const shell = {
    ...{ client, queries, session: createSessionSource(client, queries), registry: createRegistry(client) },
    reporter: { shown: () => undefined, failed: () => undefined },
    connection: createConnection({
      events: window,
      probe: async () => undefined,
      onRestored: () => undefined,
    }),
    isCovered: () => false,
  }
  const navigations: string[] = []
  const router = createMemoryRouter(
    [
      {
        id: 'page',
        path: '*',
        loader: loaded,
        Component: () => (
          <TestPortal
            session={session}
            onNavigate={(to) => navigations.push(to)}
            respond={() => Response.json([])}
          >
            <PageView page={page} />
          </TestPortal>
        ),
      },
    ],
    { hydrationData: { loaderData: { page: null } } },
  )
  render(
    <ShellContext value={shell}>
      <RouterProvider router={router} />
    </ShellContext>,
  )
  return { person: userEvent.setup(), navigations, requests, loaded }
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const notFound: PageContent = { kind: 'not-found' }
const remote = declaredRemotes.find(({ name }) => name === 'documents')
const route = remote?.routes.find(({ path }) => path === '/documents')
if (!remote || !route) throw new Error('documents declares no library')
const chosen = { remote, route, params: {} }

describe('product §2: any other address', () => {
  it("shows a visitor 'Page Not Found', with a way home", async () => {
    const { person, navigations } = show(notFound, anonymousSession())
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page Not Found')
    await person.click(screen.getByRole('link', { name: 'Go Home' }))
    expect(navigations).toEqual(['/'])
    expect(titleOf(notFound)).toBe('Page Not Found')
  })

  it('offers the closest pages that one may see', async () => {
    const { person, navigations } = show(notFound, anonymousSession())
    const near = within(screen.getByRole('navigation', { name: /There is no page here/ }))
    expect(near.getAllByRole('link')).toHaveLength(3)
    await person.click(near.getByRole('link', { name: 'Security' }))
    expect(navigations).toEqual(['/security'])
  })

  it('keeps the navigation of somebody who is signed in', () => {
    show(notFound, fixedSession('admin'), { chrome: Chrome })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page Not Found')
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
  })
})

describe('product §2: error screen', () => {
  const broken = { isBroken: true }
  const Screen = () => {
    if (broken.isBroken) throw new Error('broken')
    return <p>The library</p>
  }
  const content: PageContent = { kind: 'screen', chosen, Screen }

  it("is 'Something went wrong', around which the navigation stays; 'Try again' resets it", async () => {
    broken.isBroken = true
    const { person } = show(content, fixedSession('admin'), { chrome: Chrome })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Something went wrong')
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
    broken.isBroken = false
    await person.click(screen.getByRole('button', { name: 'Try again' }))
    expect(screen.getByText('The library')).toBeTruthy()
    expect(screen.queryByText('Something went wrong')).toBeNull()
  })

  it("loads the page anew with 'Refresh page'", async () => {
    broken.isBroken = true
    const reload = vi.spyOn(window.location, 'reload').mockReturnValue(undefined)
    const { person } = show(content, fixedSession('admin'))
    await person.click(screen.getByRole('button', { name: 'Refresh page' }))
    expect(reload).toHaveBeenCalledOnce()
  })
})

it('a part of the portal that does not load says so alone, and is read again on demand (decision 42)', async () => {
  const failure = new RemoteUnavailable('documents', 'failed', new Error('gone'))
  const { person, requests } = show({ kind: 'unavailable', chosen, failure }, fixedSession('admin'), {
    chrome: Chrome,
  })
  expect(screen.getByRole('alert').textContent).toContain('Document Library could not be loaded')
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  expect(requests).toContain('/remotes.json')
})

it('a part that takes too long says that the connection may be slow, and what to do', () => {
  const failure = new RemoteUnavailable('documents', 'slow')
  show({ kind: 'unavailable', chosen, failure }, fixedSession('admin'), { chrome: Chrome })
  expect(screen.getByRole('alert').textContent).toContain(
    'This part takes too long to load, perhaps because your connection is slow. What has loaded is kept, so try again.',
  )
})

it('a part that does not load because one is offline says that, and nothing of other parts', () => {
  const failure = new RemoteUnavailable('documents', 'failed', new Error('gone'))
  show({ kind: 'unavailable', chosen, failure }, fixedSession('admin'), { chrome: Chrome })
  expect(screen.getByRole('alert').textContent).toContain('The other parts work.')
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(screen.getByRole('alert').textContent).toContain('You are offline.')
  expect(screen.getByRole('alert').textContent).not.toContain('The other parts work.')
})

it('that one is offline is said in the header of the layout, where it covers nothing of the page', () => {
  show({ kind: 'not-found' }, fixedSession('admin'), { chrome: Chrome })
  const header = within(screen.getByRole('banner'))
  expect(header.getByRole('status').textContent).toBe('')
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(header.getByRole('status').textContent).toContain('You are offline. What is open stays readable;')
})

it('"Try again" says that it tries, and goes on although the registry itself is away', async () => {
  const failure = new RemoteUnavailable('documents', 'failed', new Error('gone'))
  const registry = Promise.withResolvers<Response>()
  const { person, loaded } = show({ kind: 'unavailable', chosen, failure }, fixedSession('admin'), {
    registry: () => registry.promise,
  })
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Trying again...' }).disabled).toBe(true)
  expect(loaded).not.toHaveBeenCalled()
  registry.resolve(new Response('', { status: 503 }))
  await waitFor(() => expect(loaded).toHaveBeenCalledOnce())
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})
