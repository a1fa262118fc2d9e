import type { Document } from '@portal/contracts/documents'
import { type RenderedScreen, renderScreen, type ScreenSetup } from '@portal/remote-kit/render-screen'
import { Screen } from '../routes/library.tsx'
import { fixedDepartments } from './fixed-documents.ts'

export interface LibrarySetup extends ScreenSetup {
  readonly documents?: readonly Document[]
}

/** Renders the library of an organization with the default departments. */
export function renderLibrary({ documents = [], ...setup }: LibrarySetup = {}): RenderedScreen {
  return renderScreen(Screen, {
    path: '/documents',
    ...setup,
    responses: {
      'GET /api/documents': () => Response.json(documents),
      'GET /api/documents/same-content': () => Response.json([]),
      'GET /api/search': () => Response.json({ passages: [] }),
      'GET /api/departments': () => Response.json(fixedDepartments),
      ...setup.responses,
    },
  })
}
