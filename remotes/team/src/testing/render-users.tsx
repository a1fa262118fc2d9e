import type { Invitation } from '@portal/contracts/invitations'
import type { Member } from '@portal/contracts/members'
import { type RenderedScreen, renderScreen, type ScreenSetup } from '@portal/remote-kit/render-screen'
import { Screen } from '../routes/users.tsx'
import { fixedDepartments, fixedSelf } from './fixed-people.ts'

export interface UsersSetup extends ScreenSetup {
  /** Everyone but the person who looks. */
  readonly others?: readonly Member[]
  readonly invitations?: readonly Invitation[]
}

/** Renders User Management. */
export function renderUsers(setup: UsersSetup = {}): RenderedScreen {
  const { role = 'admin', others = [], invitations = [], path = '/users', responses } = setup
  return renderScreen(Screen, {
    role,
    path,
    responses: {
      'GET /api/users': () => Response.json([fixedSelf(role), ...others]),
      'GET /api/invitations': () => Response.json(invitations),
      'GET /api/departments': () => Response.json(fixedDepartments),
      ...responses,
    },
  })
}
