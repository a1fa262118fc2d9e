import type { Invitation } from '@portal/contracts/invitations'
import type { Member } from '@portal/contracts/members'
import type { Role } from '@portal/contracts/permissions'
import type { FixedAnswer } from '@portal/remote-kit/fixed-server'
import { Screen } from '../routes/users.tsx'
import { fixedDepartments, fixedSelf } from './fixed-people.ts'
import { type Visitor, visitScreen } from './visit-screen.tsx'

/** How a test comes to User Management. */
export interface UsersVisit {
  readonly role?: Role
  /** Everyone but the visitor. */
  readonly others?: readonly Member[]
  readonly invitations?: readonly Invitation[]
  readonly path?: string
  readonly answers?: Readonly<Record<string, FixedAnswer>>
}

/** Shows User Management. */
export function visitUsers(visit: UsersVisit = {}): Visitor {
  const { role = 'admin', others = [], invitations = [], path = '/users', answers } = visit
  return visitScreen({
    Screen,
    role,
    path,
    answers: {
      'GET /api/users': () => Response.json([fixedSelf(role), ...others]),
      'GET /api/invitations': () => Response.json(invitations),
      'GET /api/departments': () => Response.json(fixedDepartments),
      ...answers,
    },
  })
}
