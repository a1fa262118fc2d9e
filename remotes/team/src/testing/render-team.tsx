import type { Member } from '@portal/contracts/members'
import { type RenderedScreen, renderScreen, type ScreenSetup } from '@portal/remote-kit/render-screen'
import { Screen } from '../routes/team.tsx'
import { fixedDepartments, fixedSelf } from './fixed-people.ts'
import { currentUser } from './fixed-user.ts'

export interface TeamSetup extends ScreenSetup {
  readonly members?: readonly Member[]
  readonly joinCode?: string | null
}

/** Renders Team Management of an organization with default departments. */
export function renderTeam(setup: TeamSetup = {}): RenderedScreen {
  const { role = 'admin', members = [fixedSelf(role)], joinCode = 'K7QDM2XA', path = '/team' } = setup
  const organization = { id: 7, name: 'Halden Medical', code: 'HALDEN', joinCode }
  return renderScreen(Screen, {
    role,
    path,
    responses: {
      'GET /api/users': () => Response.json(members),
      'GET /api/departments': () => Response.json(fixedDepartments),
      'GET /api/documents': () => Response.json([]),
      'GET /api/auth/user': () => Response.json(currentUser({ organizationId: 7, role, organization })),
      ...setup.responses,
    },
  })
}
