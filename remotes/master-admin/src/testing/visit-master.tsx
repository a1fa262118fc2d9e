import type { Deletion, MasterOrganization, MasterUser } from '@portal/contracts/master-admin'
import type { MailOverview } from '@portal/contracts/operators'
import type { Session } from '@portal/contracts/session'
import { type FixedAnswer, type FixedServer, fixedServer } from '@portal/remote-kit/fixed-server'
import { fixedSession, TestPortal } from '@portal/remote-kit/test-portal'
import { render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { Screen as Dashboard } from '../routes/dashboard.tsx'

/** How a test comes to a page of the operator. */
export interface MasterVisit {
  readonly Screen?: ComponentType
  readonly session?: Session
  readonly path?: string
  readonly organizations?: readonly MasterOrganization[]
  readonly users?: readonly MasterUser[]
  readonly deletions?: readonly Deletion[]
  readonly mail?: MailOverview
  readonly answers?: Readonly<Record<string, FixedAnswer>>
}

/** Someone at a page of the operator. */
export interface MasterVisitor {
  readonly server: FixedServer
  readonly person: UserEvent
  /** Where they were sent, the last one last. */
  readonly places: readonly string[]
}

/** An operator without organization. */
export const operatorSession = () => fixedSession(null, { isMasterAdmin: true })

/** Shows a page of the operator, the dashboard unless told otherwise. */
export function visitMaster(visit: MasterVisit = {}): MasterVisitor {
  const { Screen = Dashboard, session = operatorSession(), path = '/master-admin' } = visit
  const { organizations = [], users = [], deletions = [], mail = { mailer: 'none', sent: [] } } = visit
  const server = fixedServer({
    'GET /api/master/organizations': () => Response.json(organizations),
    'GET /api/master/users': () => Response.json(users),
    'GET /api/master/deletions': () => Response.json(deletions),
    'GET /api/master/mail': () => Response.json(mail),
    ...visit.answers,
  })
  const places: string[] = []
  render(
    <TestPortal {...{ session, path }} answer={server.answer} onNavigate={(to) => places.push(to)}>
      <Screen />
    </TestPortal>,
  )
  return { server, places, person: userEvent.setup() }
}

/** An organization of the lists. */
export function fixedOrganization(id: number, changes: Partial<MasterOrganization> = {}): MasterOrganization {
  return {
    id,
    name: `Organization ${id}`,
    code: 'ABCDEF',
    joinCode: 'JOINCODE2345',
    userCount: 3,
    createdAt: '2026-01-05T09:00:00.000Z',
    stats: { totalDocuments: 4, totalQuestions: 5, averageRating: null, departments: [] },
    ...changes,
  }
}

/** A person of the lists. */
export function fixedUser(id: string, changes: Partial<MasterUser> = {}): MasterUser {
  return {
    id,
    email: `${id}@example.org`,
    firstName: null,
    lastName: null,
    organizationId: 7,
    organizationName: 'Halden Medical',
    role: 'team_member',
    isProtected: false,
    hasSignedIn: true,
    ...changes,
  }
}
