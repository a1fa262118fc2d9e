// @vitest-environment happy-dom
import type { Acknowledgement, PendingAcknowledgement } from '@portal/contracts/acknowledgements'
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { renderScreen } from '@portal/remote-kit/render-screen'
import { readToasts } from '@portal/ui/toast'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Screen } from './routes/to-read.tsx'
import { fixedAcknowledgement, fixedReading } from './testing/fixed-campaigns.ts'

const pendingPath = 'GET /api/acknowledgements/pending'
const givenPath = 'GET /api/acknowledgements/given'

/** Inside the main part, which the shell draws around every screen. */
const Page = () => (
  <main id="main" tabIndex={-1}>
    <Screen />
  </main>
)

function renderToRead(
  pending: readonly PendingAcknowledgement[],
  given: readonly Acknowledgement[] = [],
  more = {},
) {
  return renderScreen(Page, {
    role: 'team_member',
    path: '/to-read',
    responses: {
      [pendingPath]: () => Response.json(pending),
      [givenPath]: () => Response.json(given),
      ...more,
    },
  })
}

describe('what one is asked to read', () => {
  it('says which document and version, what is new, until when, and opens it', async () => {
    renderToRead([fixedReading()])
    const row = within(await screen.findByRole('article', { name: /^Gifts Policy ?, version 1$/ }))
    row.getByText('Gifts are registered.')
    row.getByText('31 Jan 2099')
    const link = row.getByRole('link', { name: 'Open document' })
    expect(link.getAttribute('href')).toBe(`/documents/${fixedReading().documentId}`)
  })

  it('says since when it is overdue', async () => {
    renderToRead([fixedReading({ dueOn: '2026-01-31', isOverdue: true })])
    const row = await screen.findByRole('article')
    expect(row.textContent).toContain('Overdue since 31 Jan 2026')
  })

  it('is acknowledged with the hash of the version, and is then among the ones done', async () => {
    const reading = fixedReading()
    const done = fixedAcknowledgement()
    const put = `PUT /api/acknowledgements/${reading.versionId}`
    const { person, server } = renderToRead([reading], [], {
      [put]: () => {
        server.now({
          [pendingPath]: () => Response.json([]),
          [givenPath]: () => Response.json([done]),
        })
        return Response.json(done)
      },
    })
    await person.click(await screen.findByRole('button', { name: 'I have read and understood version 1' }))
    await screen.findByText('Nothing to read')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
    const card = within(await screen.findByRole('region', { name: 'Acknowledged' }))
    expect(card.getByRole('link', { name: 'Gifts Policy' }).getAttribute('href')).toBe(
      `/documents/${done.documentId}?version=${done.versionId}`,
    )
    expect(server.requests(put).map(({ body }) => body)).toEqual([{ contentHash: reading.contentHash }])
    expect(readToasts().toasts[0]?.description).toBe('You have acknowledged version 1')
  })

  it('stays, with the reason, when the acknowledgement is refused', async () => {
    const reading = fixedReading()
    const message = 'This version is not in force any more. Please read the current one.'
    const { person } = renderToRead([reading], [], {
      [`PUT /api/acknowledgements/${reading.versionId}`]: () => errorResponse(409, message),
    })
    await person.click(await screen.findByRole('button', { name: /^I have read/ }))
    await waitFor(() => expect(readToasts().toasts[0]?.description).toBe(message))
    screen.getByRole('article')
  })

  it('is nothing for those who are not asked', async () => {
    renderToRead([])
    await screen.findByText('Nothing to read')
    expect(screen.queryByRole('region', { name: 'Acknowledged' })).toBeNull()
  })

  it('can be tried again when the server is away', async () => {
    const { person, server } = renderToRead([], [], { [pendingPath]: () => errorResponse(503, 'Down') })
    const panel = within(await screen.findByRole('alert'))
    panel.getByText('What you are asked to read could not be loaded')
    server.now({ [pendingPath]: () => Response.json([fixedReading()]) })
    await person.click(panel.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('article')
  })
})
