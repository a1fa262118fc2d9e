import type { Role } from '@portal/contracts/permissions'
import type { Session } from '@portal/contracts/session'
import { type FixedAnswer, type FixedServer, fixedServer } from '@portal/remote-kit/fixed-server'
import { fixedSession, TestPortal } from '@portal/remote-kit/test-portal'
import { render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'

/** How a test comes to a screen. */
export interface Visit {
  readonly Screen: ComponentType
  readonly role?: Role
  readonly session?: Session
  readonly path?: string
  readonly params?: Readonly<Record<string, string>>
  readonly answers: Readonly<Record<string, FixedAnswer>>
  readonly onRefreshSession?: () => void
}

/** Someone at a screen. */
export interface Visitor {
  readonly server: FixedServer
  readonly person: UserEvent
  /** Where they were sent, the last one last. */
  readonly places: readonly string[]
}

/** Shows a screen to a member, an admin unless told otherwise. */
export function visitScreen(visit: Visit): Visitor {
  const { Screen, role = 'admin', session = fixedSession(role), path = '/', params = {} } = visit
  const server = fixedServer(visit.answers)
  const places: string[] = []
  render(
    <TestPortal
      {...{ session, path, params }}
      answer={server.answer}
      onNavigate={(to) => places.push(to)}
      {...(visit.onRefreshSession ? { onRefreshSession: visit.onRefreshSession } : {})}
    >
      <Screen />
    </TestPortal>,
  )
  return { server, places, person: userEvent.setup() }
}
