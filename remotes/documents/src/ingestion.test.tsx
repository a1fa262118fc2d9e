// @vitest-environment happy-dom
import type { IngestionHealth, IngestionProblem } from '@portal/contracts/ingestion'
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { renderScreen } from '@portal/remote-kit/render-screen'
import { readToasts } from '@portal/ui/toast'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Screen as ExtractedScreen } from './routes/extracted.tsx'
import { Screen } from './routes/ingestion.tsx'
import { fixedDocument } from './testing/fixed-documents.ts'
import { giftsVersion, versionPath } from './testing/render-document.tsx'

const reason = 'No text was found in this file. If it is a scan, upload a version with a text layer.'
const partly = 'Not everything on page 2 could be read.'

function problem(n: number, changes: Partial<IngestionProblem> = {}): IngestionProblem {
  const { id, customId, title, fileName, currentVersion, createdAt } = fixedDocument(n)
  return {
    ...{ documentId: id, customId, title, fileName, createdAt },
    ...{ versionId: currentVersion?.id ?? '', version: 1, isCurrent: true, parser: null },
    ingestion: { state: 'failed', reason, passages: null },
    ...changes,
  }
}
const half = problem(2, {
  parser: 'pdfium 1.2',
  ingestion: { state: 'ready', reason: partly, passages: 4, unreadPages: [2] },
})

const health: IngestionHealth = {
  ...{ queued: 0, reading: 0, indexing: 0, ready: 40, failed: 1, partlyRead: 1 },
  parsers: [{ parser: 'pdfium 1.2', versions: 40, isEarlier: false }],
}
const list = 'GET /api/ingestion-problems'
const state = 'GET /api/ingestion-problems/health'
const again = 'POST /api/ingestion-problems/read-again'

const renderHealth = (problems: readonly IngestionProblem[], now: Partial<IngestionHealth> = {}) =>
  renderScreen(Screen, {
    path: '/documents/ingestion',
    responses: {
      [list]: () => Response.json(problems),
      [state]: () => Response.json({ ...health, ...now }),
    },
  })

const rowOf = async (title: string) => {
  const link = await screen.findByRole('link', { name: title })
  return within(link.closest('tr') ?? document.body)
}
const fact = (label: string) =>
  screen.getByText(label, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent

describe('ingestion health', () => {
  it('says what could not be read and why, what read the rest, and how many there are', async () => {
    renderHealth([problem(1), half])
    const failed = await rowOf('Policy 1')
    failed.getByText('Not readable')
    failed.getByText(reason)
    failed.getByRole('button', { name: 'Original file' })
    const read = await rowOf('Policy 2')
    read.getByText('Partly read')
    read.getByText(partly)
    read.getByText('pdfium 1.2')
    expect(read.queryByRole('button', { name: 'Read again' })).toBeNull()
    const beside = read.getByRole('link', { name: 'Text beside original: Policy 2' })
    expect(beside.getAttribute('href')).toBe(
      `/documents/${half.documentId}/versions/${half.versionId}/extracted`,
    )
    await screen.findByText('Read by pdfium 1.2 (40)')
    const facts = ['Read in full', 'Partly read', 'Not readable', 'Being read'].map(fact)
    expect(facts).toEqual(['39', '1', '1', '0'])
  })

  it('says how many were read before more could be, and what helps', async () => {
    const parsers = [
      { parser: 'pdfium 1.2, reading 2', versions: 30, isEarlier: false },
      { parser: 'pdfium 1.2', versions: 9, isEarlier: true },
      { parser: 'pdfium 1.1', versions: 1, isEarlier: true },
    ]
    renderHealth([], { parsers })
    await screen.findByText(/^10 versions were read before an update .* upload it as a new version\.$/)
  })

  it('reads one file again, and follows it', async () => {
    const { person, server } = renderHealth([problem(1), half])
    const row = await rowOf('Policy 1')
    server.now({
      [again]: () => Response.json({ versions: 1 }),
      [list]: () => Response.json([half]),
      [state]: () => Response.json({ ...health, failed: 0, reading: 1 }),
    })
    await person.click(row.getByRole('button', { name: 'Read again' }))
    await waitFor(() => expect(readToasts().toasts[0]?.description).toBe('1 file is being read again.'))
    expect(server.requests(again)[0]?.body).toEqual({ versionIds: [problem(1).versionId] })
    await waitFor(() => expect(screen.queryByText('Policy 1')).toBeNull())
    await screen.findByText('0 waiting, 1 being read, 0 being indexed. This page follows by itself.')
    expect(screen.getByRole('progressbar', { name: 'Files read' }).getAttribute('aria-valuenow')).toBe('98')
  })

  it('reads all failed files again', async () => {
    const { person, server } = renderHealth([problem(1), problem(3)], { failed: 2 })
    server.now({ [again]: () => Response.json({ versions: 2 }) })
    await person.click(await screen.findByRole('button', { name: 'Read all failed files again' }))
    await waitFor(() => expect(readToasts().toasts[0]?.description).toBe('2 files are being read again.'))
    expect(server.requests(again)[0]?.body).toEqual({})
  })

  it('offers nothing to be read again while nothing has failed', async () => {
    renderHealth([], { failed: 0, partlyRead: 0 })
    await screen.findByText('Every file was read in full')
    expect(screen.queryByRole('button', { name: /again/ })).toBeNull()
  })

  it('says in the words of the server why it cannot be shown, and what failed', async () => {
    const { person, server } = renderHealth([problem(1)])
    server.now({ [again]: () => errorResponse(503, 'The parser is away') })
    await person.click((await rowOf('Policy 1')).getByRole('button', { name: 'Read again' }))
    await waitFor(() => expect(readToasts().toasts[0]?.description).toBe('The parser is away'))
    await rowOf('Policy 1')
  })

  it('that cannot be loaded can be tried again', async () => {
    renderScreen(Screen, {
      path: '/documents/ingestion',
      responses: { [list]: () => errorResponse(503, 'Down'), [state]: () => errorResponse(503, 'Down') },
    })
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(2))
  })
})

describe('the extracted text of a version', () => {
  const params = { id: giftsVersion.documentId, versionId: giftsVersion.versionId }
  const render = (text: () => Response, responses = {}) =>
    renderScreen(ExtractedScreen, {
      ...{ params, path: `/documents/${params.id}/versions/${params.versionId}/extracted` },
      responses: { [versionPath(giftsVersion, 'text')]: text, ...responses },
    })

  it('is shown as it was read, with what read it', async () => {
    render(() => Response.json({ ...giftsVersion, parser: 'mammoth 1.9' }))
    await screen.findByRole('heading', { level: 1, name: giftsVersion.title })
    screen.getByText(/read by mammoth 1\.9/)
    const text = await screen.findByRole('region', { name: 'Extracted text' })
    expect(text.textContent).toBe(giftsVersion.text)
    screen.getByRole('button', { name: 'Original file' })
  })

  it('of a PDF that cannot be opened is shown page by page, first those not read in full', async () => {
    const start = giftsVersion.text.indexOf('Limits')
    const pdf = {
      ...giftsVersion,
      fileType: 'application/pdf',
      pages: [{ page: 2, start }],
      unreadPages: [2],
    }
    const file = { [versionPath(giftsVersion, 'file')]: () => errorResponse(503, 'Down') }
    const { person } = render(() => Response.json(pdf), file)
    await screen.findByText('The pages cannot be shown')
    expect(screen.queryByRole('region', { name: 'Text of page 1' })).toBeNull()
    const second = screen.getByRole('region', { name: 'Text of page 2' })
    expect(second.textContent).toBe(giftsVersion.text.slice(start))
    await person.click(screen.getByRole('checkbox', { name: /Only the pages/ }))
    screen.getByRole('region', { name: 'Text of page 1' })
  })

  it('is no longer shown once it is deleted or no longer open to the reader', async () => {
    const { server, refetch } = render(() => Response.json(giftsVersion))
    await screen.findByRole('region', { name: 'Extracted text' })
    server.now({ [versionPath(giftsVersion, 'text')]: () => errorResponse(404, 'Not found') })
    await refetch()
    await screen.findByText('There is no text to compare')
    expect(screen.queryByRole('region', { name: 'Extracted text' })).toBeNull()
    expect(screen.queryByRole('heading', { name: giftsVersion.title })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Original file' })).toBeNull()
  })

  it('stays when it cannot be read again for another reason', async () => {
    const text = versionPath(giftsVersion, 'text')
    const { server, refetch } = render(() => Response.json(giftsVersion))
    await screen.findByRole('region', { name: 'Extracted text' })
    server.now({ [text]: () => errorResponse(503, 'Busy.') })
    await refetch()
    await waitFor(() => expect(server.requests(text)).toHaveLength(2))
    await screen.findByRole('region', { name: 'Extracted text' })
  })

  it('that does not exist says so and leads back', async () => {
    render(() => errorResponse(404, 'Not found'))
    await screen.findByText('There is no text to compare')
    const back = screen.getByRole('link', { name: 'Go to ingestion health' })
    expect(back.getAttribute('href')).toBe('/documents/ingestion')
  })
})
