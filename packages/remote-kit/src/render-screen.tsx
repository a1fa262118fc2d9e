import type { Role } from '@portal/contracts/permissions'
import type { Session } from '@portal/contracts/session'
import { type FixedResponse, type FixedServer, fixedServer } from '@portal/remote-kit/fixed-server'
import { fixedSession, TestPortal } from '@portal/remote-kit/test-portal'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'

/** What a component test varies about the portal around a screen. */
export interface ScreenSetup {
  readonly role?: Role
  readonly session?: Session
  /** The stored bearer token; none by default. */
  readonly token?: string
  readonly path?: string
  readonly params?: Readonly<Record<string, string>>
  /** Responses by `METHOD /path`; every other request is a 404. */
  readonly responses?: Readonly<Record<string, FixedResponse>>
  readonly onRefreshSession?: () => void
}

/** A screen on show, its server, and a person who uses it. */
export interface RenderedScreen {
  readonly server: FixedServer
  readonly person: UserEvent
  /** The addresses that the screen navigated to, in order. */
  readonly navigations: readonly string[]
  /** Reads everything again, as after a live event. */
  readonly refetch: () => Promise<void>
  /** Goes on with another session, as the shell does after it has read it again. */
  readonly changeSession: (session: Session) => void
}

/** Renders a screen inside a `TestPortal`, for an admin unless a role or a session is given. */
export function renderScreen(Screen: ComponentType, setup: ScreenSetup = {}): RenderedScreen {
  const { role = 'admin', session = fixedSession(role), responses = {}, path = '/', params = {} } = setup
  const { token = null } = setup
  const server = fixedServer(responses)
  const navigations: string[] = []
  const onRefreshSession = setup.onRefreshSession ?? (() => undefined)
  const queries: { current: QueryClient | null } = { current: null }
  const Queries = () => {
    queries.current = useQueryClient()
    return null
  }
  const portal = (shown: Session) => (
    <TestPortal
      {...{ session: shown, token, path, params, onRefreshSession }}
      respond={server.respond}
      onNavigate={(to) => navigations.push(to)}
    >
      <Queries />
      <Screen />
    </TestPortal>
  )
  const { rerender } = render(portal(session))
  // A person may drop a file that the file dialog would not offer.
  return {
    ...{ server, navigations, person: userEvent.setup({ applyAccept: false }) },
    refetch: async () => queries.current?.invalidateQueries(),
    changeSession: (next) => rerender(portal(next)),
  }
}
