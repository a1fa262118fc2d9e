// @vitest-environment happy-dom
import type { OwnSession } from '@portal/contracts/gateway'
import { errorResponse, fixedServer } from '@portal/remote-kit/fixed-server'
import { TestPortal } from '@portal/remote-kit/test-portal'
import { Toaster } from '@portal/ui/toaster'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { Screen } from './routes/sessions.tsx'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

function session(id: string, changes: Partial<OwnSession> = {}): OwnSession {
  return {
    id: `0198e0c0-0000-7000-8000-00000000000${id}`,
    kind: 'browser',
    isCurrent: false,
    userAgent: firefox,
    createdAt: new Date(Date.now() - 3_600_000).toISOString(),
    lastSeenAt: new Date(Date.now() - 300_000).toISOString(),
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    ...changes,
  }
}

const here = session('1', { isCurrent: true })
const phone = session('2', { userAgent: safari })
const token = session('3', { kind: 'token', userAgent: null, lastSeenAt: null })
const list = 'GET /api/auth/sessions'
const endPhone = `DELETE /api/auth/sessions/${phone.id}`
const gone = () => new Response(null, { status: 204 })

function shown(responses: Parameters<typeof fixedServer>[0]) {
  const server = fixedServer(responses)
  const navigations: string[] = []
  render(
    <TestPortal respond={server.respond} onNavigate={(to) => navigations.push(to)}>
      <Screen />
      <Toaster />
    </TestPortal>,
  )
  return { server, navigations, user: userEvent.setup() }
}

const rows = async (name: string) =>
  within(await screen.findByRole('list', { name })).getAllByRole('listitem')
const row = async (name: string, index: number) => {
  const found = (await rows(name))[index]
  if (!found) throw new Error(`There is no row ${index}`)
  return within(found)
}

describe('your sessions', () => {
  it('are the browsers that are logged in, this one marked, and the tokens', async () => {
    shown({ [list]: () => Response.json([here, phone, token]) })
    const browsers = await rows('Logged-in browsers')
    expect(browsers.map((each) => each.textContent)).toEqual([
      'Firefox on LinuxThis browserLogged in1 hour agoLast seen5 minutes agoEndsin 1 hour',
      'Safari on iPhoneLogged in1 hour agoLast seen5 minutes agoEndsin 1 hourLog out',
    ])
    expect((await rows('Access tokens')).map((each) => each.textContent)).toEqual([
      'Access tokenMinted1 hour agoEndsin 1 hourRevoke',
    ])
  })

  it('hold their place while they load', () => {
    shown({ [list]: () => new Promise<Response>(() => undefined) })
    expect(screen.getByRole('status', { name: 'Loading your sessions' })).toBeTruthy()
  })

  it('say so when there is no other browser and no token', async () => {
    shown({ [list]: () => Response.json([here]) })
    await screen.findByText('No access tokens')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Log out everywhere else' }).disabled).toBe(
      true,
    )
    expect(screen.queryByRole('button', { name: 'Log out' })).toBeNull()
  })

  it('say why they could not be loaded, and load on retry', async () => {
    const { server, user } = shown({ [list]: () => errorResponse(503, 'Please try again in a moment.') })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Please try again in a moment.')
    expect(alert.textContent).toContain('request-1')
    server.now({ [list]: () => Response.json([here]) })
    await user.click(within(alert).getByRole('button', { name: 'Retry' }))
    await rows('Logged-in browsers')
  })

  it('one of them is ended, and the list is read again', async () => {
    const { server, user } = shown({ [list]: () => Response.json([here, phone]), [endPhone]: gone })
    const found = await row('Logged-in browsers', 1)
    server.now({ [list]: () => Response.json([here]) })
    await user.click(found.getByRole('button', { name: 'Log out' }))
    await screen.findByText('The browser was logged out')
    expect(await rows('Logged-in browsers')).toHaveLength(1)
    const browsers = screen.getByRole('list', { name: 'Logged-in browsers' })
    await expect.poll(() => document.activeElement).toBe(browsers)
    expect(server.requests(endPhone)).toHaveLength(1)
  })

  it('the button says that it works, and cannot be pressed twice', async () => {
    const response = Promise.withResolvers<Response>()
    const { user, server } = shown({
      [list]: () => Response.json([here, phone]),
      [endPhone]: () => response.promise,
    })
    const found = await row('Logged-in browsers', 1)
    await user.click(found.getByRole('button', { name: 'Log out' }))
    const busy = found.getByRole<HTMLButtonElement>('button', { name: 'Logging out...', busy: true })
    await user.click(busy)
    response.resolve(gone())
    await screen.findByText('The browser was logged out')
    expect(server.requests(endPhone)).toHaveLength(1)
  })

  it('a token is revoked', async () => {
    const revoke = `DELETE /api/auth/sessions/${token.id}`
    const { user, server } = shown({ [list]: () => Response.json([here, token]), [revoke]: gone })
    await user.click((await row('Access tokens', 0)).getByRole('button', { name: 'Revoke' }))
    await screen.findByText('The token was revoked')
    expect(server.requests(revoke)).toHaveLength(1)
  })

  it('all others are ended after a question, which Cancel answers with no', async () => {
    const end = 'DELETE /api/auth/sessions'
    const { user, server } = shown({ [list]: () => Response.json([here, phone]), [end]: gone })
    await user.click(await screen.findByRole('button', { name: 'Log out everywhere else' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
    expect(server.requests(end)).toHaveLength(0)
    await user.click(screen.getByRole('button', { name: 'Log out everywhere else' }))
    const dialog = within(screen.getByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Log out everywhere else' }))
    await screen.findByText('You are logged out everywhere else')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(server.requests(end)).toHaveLength(1)
  })

  it("a failure is said with the server's words", async () => {
    const { user } = shown({
      [list]: () => Response.json([here, phone]),
      [endPhone]: () => errorResponse(404, 'There is no such thing.'),
    })
    await user.click((await row('Logged-in browsers', 1)).getByRole('button', { name: 'Log out' }))
    await screen.findByText('There is no such thing.')
  })

  it('whose session has ended meanwhile is led to the login page', async () => {
    const { user, navigations } = shown({
      [list]: () => Response.json([here, phone]),
      [endPhone]: () => errorResponse(401, 'Unauthorized'),
    })
    await user.click((await row('Logged-in browsers', 1)).getByRole('button', { name: 'Log out' }))
    await screen.findByText('You are logged out. Logging in again...')
    await expect.poll(() => navigations).toEqual(['/api/login'])
  })
})
