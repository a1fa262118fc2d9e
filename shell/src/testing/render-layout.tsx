import type { Session } from '@portal/contracts/session'
import { fixedSession, TestPortal } from '@portal/remote-kit/test-portal'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { Chrome } from '../layout/chrome.tsx'
import { declaredRemotes } from './declared-remotes.ts'

const departments = [
  { id: 1, name: 'Legal & Compliance', color: '#3B82F6', createdAt: '2026-01-01T00:00:00.000Z' },
  { id: 4, name: 'Hostile', color: '#10B981;background:url(x)', createdAt: '2026-01-01T00:00:00.000Z' },
]

/** The layout under test: an admin's library, in the layout that nobody has changed. */
export interface LayoutUnderTest {
  readonly session?: Session
  /** Chosen by the person on an earlier visit. */
  readonly chosen?: 'topbar' | 'sidebar'
  /** Whether the screen demands the sidebar. */
  readonly isFixed?: boolean
  /** Whether the header's title is the page's heading. */
  readonly isHeading?: boolean
  readonly path?: string
  readonly title?: string
  /** More of the screen. */
  readonly children?: ReactNode
  /** Called with the path of each request. */
  readonly onRead?: (path: string) => void
  /** Responses by path, instead of empty lists. */
  readonly responses?: Readonly<Record<string, unknown>>
  /** How many approvals await the person. */
  readonly pending?: number
  /** What the assistant responds to a question, and to a stop. */
  readonly onAsk?: (request: Request) => Promise<Response>
}

/** Renders the layout over the declared navigation. `events` are navigations and the logout. */
export function renderLayout(options: LayoutUnderTest = {}) {
  const {
    session = fixedSession('admin'),
    chosen,
    isFixed = false,
    isHeading = false,
    path = '/documents',
    title = 'AI Assistant',
    pending = 0,
  } = options
  if (chosen) localStorage.setItem('portal_layout', chosen)
  const events: string[] = []
  render(
    <TestPortal
      session={session}
      path={path}
      respond={(request) => {
        const { pathname } = new URL(request.url)
        options.onRead?.(pathname)
        if (pathname.startsWith('/api/chat/') && options.onAsk) return options.onAsk(request)
        if (pathname === '/api/approvals/pending') return Response.json(Array(pending).fill({}))
        const chosen = options.responses?.[pathname]
        return Response.json(chosen ?? (pathname === '/api/departments' ? departments : []))
      }}
      onNavigate={(to) => events.push(to)}
    >
      <Chrome
        {...{ session, path, isFixed, isHeading, title }}
        remotes={declaredRemotes}
        onLogout={() => events.push('logout')}
      >
        <h1>The screen</h1>
        {options.children}
      </Chrome>
    </TestPortal>,
  )
  return { events, user: userEvent.setup() }
}

/** Opens the menu under the avatar. */
export function openUserMenu(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  return user.click(screen.getByRole('button', { name: /account menu$/ }))
}
