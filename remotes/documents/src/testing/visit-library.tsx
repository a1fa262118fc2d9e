import type { Document } from '@portal/contracts/documents'
import type { Role } from '@portal/contracts/permissions'
import { type FixedAnswer, type FixedServer, fixedServer } from '@portal/remote-kit/fixed-server'
import { fixedSession, TestPortal } from '@portal/remote-kit/test-portal'
import { render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { Screen } from '../routes/library.tsx'
import { fixedDepartments } from './fixed-documents.ts'

/** How a test comes to the library. */
export interface LibraryVisit {
  readonly documents?: readonly Document[]
  readonly role?: Role
  readonly path?: string
  readonly answers?: Readonly<Record<string, FixedAnswer>>
}

/** Someone in the library. */
export interface LibraryVisitor {
  readonly server: FixedServer
  readonly person: UserEvent
  /** Where they were sent, the last one last. */
  readonly places: readonly string[]
}

/** Shows the library to a member; an admin's, with an organization's default departments, unless told otherwise. */
export function visitLibrary(visit: LibraryVisit = {}): LibraryVisitor {
  const { documents = [], role = 'admin', path = '/documents', answers = {} } = visit
  const server = fixedServer({
    'GET /api/documents': () => Response.json(documents),
    'GET /api/departments': () => Response.json(fixedDepartments),
    ...answers,
  })
  const places: string[] = []
  render(
    <TestPortal
      session={fixedSession(role)}
      path={path}
      answer={server.answer}
      onNavigate={(to) => places.push(to)}
    >
      <Screen />
    </TestPortal>,
  )
  return { server, places, person: userEvent.setup({ applyAccept: false }) }
}
