import type { Role } from '@portal/contracts/permissions'
import type { Session } from '@portal/contracts/session'
import { type FixedResponse, type FixedServer, fixedServer } from '@portal/remote-kit/fixed-server'
import { fixedSession, TestPortal } from '@portal/remote-kit/test-portal'
import { render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'

/** What a component test varies about the portal around a screen. */
export interface ScreenSetup {
  readonly role?: Role
  readonly session?: Session
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
}

/** Renders a screen inside a `TestPortal`, for an admin unless a role or a session is given. */
export function renderScreen(Screen: ComponentType, setup: ScreenSetup = {}): RenderedScreen {
  const { role = 'admin', session = fixedSession(role), responses = {}, path = '/', params = {} } = setup
  const server = fixedServer(responses)
  const navigations: string[] = []
  const onRefreshSession = setup.onRefreshSession ?? (() => undefined)
  render(
    <TestPortal
      {...{ session, path, params, onRefreshSession }}
      respond={server.respond}
      onNavigate={(to) => navigations.push(to)}
    >
      <Screen />
    </TestPortal>,
  )
  // A person may drop a file that the file dialog would not offer.
  return { server, navigations, person: userEvent.setup({ applyAccept: false }) }
}
