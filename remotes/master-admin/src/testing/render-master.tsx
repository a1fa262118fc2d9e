import type { Deletion, MasterOrganization, MasterUser } from '@portal/contracts/master-admin'
import type { MailOverview } from '@portal/contracts/operators'
import { type RenderedScreen, renderScreen, type ScreenSetup } from '@portal/remote-kit/render-screen'
import { fixedSession } from '@portal/remote-kit/test-portal'
import { type ComponentType, useState } from 'react'
import { Screen as Dashboard } from '../routes/dashboard.tsx'

export interface MasterSetup extends ScreenSetup {
  readonly Screen?: ComponentType
  readonly organizations?: readonly MasterOrganization[]
  readonly users?: readonly MasterUser[]
  readonly deletions?: readonly Deletion[]
  readonly mail?: MailOverview
}

/** An operator without organization. */
export const operatorSession = () => fixedSession(null, { isMasterAdmin: true })

/** Renders a page of the operator, the dashboard by default. */
export function renderMaster({ Screen = Dashboard, ...setup }: MasterSetup = {}): RenderedScreen {
  const { organizations = [], users = [], deletions = [], mail = { mailer: 'none', sent: [] } } = setup
  return renderScreen(Screen, {
    session: operatorSession(),
    path: '/master-admin',
    ...setup,
    responses: {
      'GET /api/master/organizations': () => Response.json(organizations),
      'GET /api/master/users': () => Response.json(users),
      'GET /api/master/deletions': () => Response.json(deletions),
      'GET /api/master/mail': () => Response.json(mail),
      ...setup.responses,
    },
  })
}

/** A screen with a switch that leaves it and comes back, while the page and its cache stay. */
export function withReturn(Screen: ComponentType): ComponentType {
  return () => {
    const [isShown, setShown] = useState(true)
    return (
      <>
        <button type="button" onClick={() => setShown(!isShown)}>
          {isShown ? 'Leave' : 'Return'}
        </button>
        {isShown && <Screen />}
      </>
    )
  }
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
