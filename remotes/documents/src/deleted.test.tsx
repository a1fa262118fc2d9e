// @vitest-environment happy-dom
import type { DeletedDocument } from '@portal/contracts/documents'
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { renderScreen } from '@portal/remote-kit/render-screen'
import { readToasts } from '@portal/ui/toast'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Screen } from './routes/deleted.tsx'
import { fixedDocument } from './testing/fixed-documents.ts'

const day = 86_400_000

/** A document deleted so many days ago. */
function deleted(n: number, days: number): DeletedDocument {
  const at = Date.now() - days * day
  return {
    ...fixedDocument(n),
    deletedAt: new Date(at).toISOString(),
    purgedAt: new Date(at + 30 * day).toISOString(),
  }
}

const renderDeleted = (response: () => Response) =>
  renderScreen(Screen, { path: '/documents/deleted', responses: { 'GET /api/documents/deleted': response } })

describe('recently deleted', () => {
  it('says what was deleted when, and on which day it is removed for good', async () => {
    renderDeleted(() => Response.json([{ ...deleted(1, 3), purgedAt: '2027-03-09T12:00:00.000Z' }]))
    const row = within((await screen.findAllByRole('row'))[1] ?? document.body)
    row.getByText('Policy 1')
    row.getByText('3 days ago')
    row.getByText('9 Mar 2027')
  })

  it('restores a document, which then leaves the list', async () => {
    const { person, server } = renderDeleted(() => Response.json([deleted(1, 3)]))
    const call = `POST /api/documents/${fixedDocument(1).id}/restore`
    server.now({ [call]: () => Response.json(fixedDocument(1)) })
    const button = await screen.findByRole('button', { name: 'Restore' })
    server.now({ 'GET /api/documents/deleted': () => Response.json([]) })
    await person.click(button)
    await screen.findByText('No document was deleted in the last 30 days.')
    expect(server.requests(call)).toHaveLength(1)
    expect(readToasts().toasts[0]).toMatchObject({ title: 'Success', description: 'Document restored' })
  })

  it('says in the words of the server why one cannot be restored, and keeps it', async () => {
    const { person, server } = renderDeleted(() => Response.json([deleted(1, 3)]))
    const call = `POST /api/documents/${fixedDocument(1).id}/restore`
    server.now({ [call]: () => errorResponse(409, 'The ID DOC-1 is used by another document now.') })
    await person.click(await screen.findByRole('button', { name: 'Restore' }))
    await waitFor(() =>
      expect(readToasts().toasts[0]).toMatchObject({
        title: 'Error',
        description: 'The ID DOC-1 is used by another document now.',
      }),
    )
    screen.getByText('Policy 1')
  })

  it('that cannot be read says so', async () => {
    renderDeleted(() => errorResponse(503, 'The library is being maintained'))
    await screen.findByText('The library is being maintained')
  })
})
