import type { Member } from '@portal/contracts/members'
import type { Role } from '@portal/contracts/permissions'
import type { FixedAnswer } from '@portal/remote-kit/fixed-server'
import { Screen } from '../routes/team.tsx'
import { fixedDepartments, fixedSelf } from './fixed-people.ts'
import { currentUser } from './fixed-user.ts'
import { type Visitor, visitScreen } from './visit-screen.tsx'

/** How a test comes to Team Management. */
export interface TeamVisit {
  readonly role?: Role
  readonly members?: readonly Member[]
  readonly joinCode?: string | null
  readonly path?: string
  readonly answers?: Readonly<Record<string, FixedAnswer>>
}

/** Shows Team Management of an organization with default departments. */
export function visitTeam(visit: TeamVisit = {}): Visitor {
  const { role = 'admin', members = [fixedSelf(role)], joinCode = 'K7QDM2XA', path = '/team' } = visit
  const organization = { id: 7, name: 'Halden Medical', code: 'HALDEN', joinCode }
  return visitScreen({
    Screen,
    role,
    path,
    answers: {
      'GET /api/users': () => Response.json(members),
      'GET /api/departments': () => Response.json(fixedDepartments),
      'GET /api/documents': () => Response.json([]),
      'GET /api/auth/user': () => Response.json(currentUser({ organizationId: 7, role, organization })),
      ...visit.answers,
    },
  })
}
