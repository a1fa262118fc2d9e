// @vitest-environment happy-dom
import { catchSavedFiles } from '@portal/remote-kit/catch-saved-files'
import { errorResponse, fileResponse } from '@portal/remote-kit/fixed-server'
import { fixedSession } from '@portal/remote-kit/test-portal'
import { readToasts } from '@portal/ui/toast'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fixedVersion } from './testing/fixed-versions.ts'
import { gifts, giftsText, giftsVersion, renderDocument, versionPath } from './testing/render-document.tsx'

const article = () => screen.findByRole('article', { name: 'Text of Gifts Policy' })
const me = fixedSession('team_member').person?.id ?? ''
const marks = () => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent)
const quoted = (quote: string) => {
  const start = giftsText.indexOf(quote)
  return `?version=${giftsVersion.versionId}&start=${start}&end=${start + quote.length}`
}

describe('a document that is open', () => {
  const gone = () => errorResponse(404, 'Not found')
  const read = `GET /api/documents/${gifts.id}`

  it('is no longer shown once it is deleted or no longer open to the reader', async () => {
    const { server, refetch } = renderDocument()
    await article()
    server.now({ [read]: gone, [versionPath(giftsVersion, 'text')]: gone })
    await refetch()
    await screen.findByText('This document is not available')
    expect(screen.queryByRole('heading', { name: 'Gifts Policy' })).toBeNull()
    expect(screen.queryByRole('article')).toBeNull()
  })

  it('does not show the text of a version that is no longer open to the reader', async () => {
    const older = { ...giftsVersion, versionId: fixedVersion(7).id, isCurrent: false }
    const { server, refetch } = renderDocument({
      versions: [giftsVersion, older],
      search: `?version=${older.versionId}`,
    })
    await article()
    server.now({ [versionPath(older, 'text')]: gone })
    await refetch()
    await screen.findByText('This version is not available')
    expect(screen.queryByRole('article')).toBeNull()
  })

  it('that cannot be read leads back to the library, and can be tried again', async () => {
    const { person, server } = renderDocument({ responses: { [read]: () => errorResponse(503, 'Busy.') } })
    await screen.findByText('The document could not be loaded')
    expect(screen.getByRole('link', { name: 'Documents' }).getAttribute('href')).toBe('/documents')
    server.now({ [read]: () => Response.json(gifts) })
    await person.click(screen.getByRole('button', { name: 'Retry' }))
    await article()
  })

  it('stays when it cannot be read again for another reason', async () => {
    const { server, refetch } = renderDocument()
    await article()
    const busy = () => errorResponse(503, 'Busy.')
    server.now({ [read]: busy, [versionPath(giftsVersion, 'text')]: busy })
    await refetch()
    await waitFor(() => expect(server.requests(read)).toHaveLength(2))
    await article()
  })
})

describe('a document', () => {
  it('shows what it is: title, ID, department, status and current version', async () => {
    renderDocument()
    const heading = await screen.findByRole('heading', { level: 1, name: 'Gifts Policy' })
    const header = heading.closest('header')
    for (const words of ['GFT-1', 'Legal & Compliance', 'Active', 'Current Version 1'])
      expect(header?.textContent).toContain(words)
  })

  it('says its status before what can be done with it', async () => {
    renderDocument()
    const status = await screen.findByText('Current Version 1')
    const act = await screen.findByRole('link', { name: 'Open in the assistant' })
    expect(status.compareDocumentPosition(act) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  it('can be read in place, with its headings, lists and tables, and nothing left out', async () => {
    renderDocument()
    const text = within(await article())
    text.getByRole('heading', { level: 2, name: 'Gifts Policy' })
    text.getByRole('heading', { level: 3, name: 'Limits' })
    expect(text.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'RoleLimit',
      'ManagerEUR 100',
    ])
    expect(text.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '• never cash',
      '• never twice a year',
    ])
    const plain = (words: string | null) => words?.replace(/\s/g, '')
    expect(plain((await article()).textContent)).toBe(plain(giftsText))
  })

  it('has a list of contents that leads to each heading', async () => {
    const { person } = renderDocument()
    const contents = await screen.findByRole('navigation', { name: 'Contents' })
    expect(
      within(contents)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Gifts Policy', 'Purpose', 'Limits'])
    await person.click(within(contents).getByRole('button', { name: 'Limits' }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Limits'))
  })

  it('opens in the assistant with the beginning of a question about it', async () => {
    renderDocument()
    const link = await screen.findByRole('link', { name: 'Open in the assistant' })
    const question = new URL(link.getAttribute('href') ?? '', 'http://portal.test').searchParams.get(
      'question',
    )
    expect(question).toBe('What does “Gifts Policy” say about ')
  })

  it('gives its original file under its own name', async () => {
    const saved = catchSavedFiles()
    const file = versionPath(giftsVersion, 'file')
    const { person, server } = renderDocument({ responses: { [file]: () => fileResponse() } })
    await person.click(await screen.findByRole('button', { name: 'Original file' }))
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['gifts.docx']))
    expect(server.requests(file)).toHaveLength(1)
  })

  it('says why its original file cannot be had', async () => {
    const file = versionPath(giftsVersion, 'file')
    const { person } = renderDocument({
      responses: { [file]: () => errorResponse(503, 'The files are away') },
    })
    await person.click(await screen.findByRole('button', { name: 'Original file' }))
    await waitFor(() => expect(readToasts().toasts[0]?.description).toBe('The files are away'))
  })
})

describe('the versions of a document', () => {
  const [old, now] = [fixedVersion(1), fixedVersion(2)]
  const versions = [
    { ...now, documentId: gifts.id, isActive: true },
    { ...old, documentId: gifts.id, activatedAt: old.approvedAt, supersededAt: now.approvedAt },
  ]
  const listed = { [`GET /api/documents/${gifts.id}/versions`]: () => Response.json(versions) }

  it('are a timeline in which each opens here', async () => {
    renderDocument({ responses: listed })
    const timeline = within(await screen.findByRole('navigation', { name: 'Versions' }))
    const links = timeline.getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `/documents/${gifts.id}`,
      `/documents/${gifts.id}?version=${old.id}`,
    ])
    expect(links[0]?.textContent).toContain('Current Version')
    expect(links[1]?.textContent).toContain('Superseded')
  })

  it.each([
    { role: 'manager', isLinked: true },
    { role: 'team_member', isLinked: false },
  ] as const)('have a page of their own, for a $role: $isLinked', async ({ role, isLinked }) => {
    renderDocument({ role })
    await article()
    expect(screen.queryByRole('link', { name: 'Versions' }) !== null).toBe(isLinked)
  })

  it('draw nothing while there is only one', async () => {
    const one = { [`GET /api/documents/${gifts.id}/versions`]: () => Response.json(versions.slice(0, 1)) }
    const { server } = renderDocument({ responses: one })
    await article()
    await waitFor(() => expect(server.requests(`GET /api/documents/${gifts.id}/versions`)).toHaveLength(1))
    expect(screen.queryByRole('navigation', { name: 'Versions' })).toBeNull()
  })
})

describe('a citation', () => {
  it.each(['registered within 5 days', 'Manager\tEUR 100', 'never cash\n• never', 'Limits'])(
    'marks exactly its passage: %j',
    async (quote) => {
      renderDocument({ search: quoted(quote) })
      await article()
      expect(marks().join('').replace(/\s/g, '')).toBe(quote.replace(/\s/g, ''))
      expect(document.querySelectorAll('mark[data-cited]')).toHaveLength(marks().length)
    },
  )

  it('of a superseded version opens that version, says so, and leads to the current one', async () => {
    const current = { id: '0190b6c1-0000-7000-9000-00000000000b', version: 3 }
    const { person, navigations } = renderDocument({
      document: { ...gifts, currentVersion: current },
      versions: [{ ...giftsVersion, isCurrent: false, supersededAt: '2026-03-01T08:00:00.000Z' }],
      search: quoted('never cash'),
    })
    await screen.findByText('This is version 1, superseded by version 3.')
    expect(marks()).toEqual(['never cash'])
    await person.click(screen.getByRole('link', { name: 'Open version 3' }))
    expect(navigations.at(-1)).toBe(`/documents/${gifts.id}`)
  })

  it('of a version that one may not read says so and offers the current one', async () => {
    renderDocument({ search: '?version=0190b6c1-0000-7000-9000-0000000000ff&start=1&end=5' })
    await screen.findByText('This version is not available')
    screen.getByRole('link', { name: 'Open the current version' })
  })

  it.each([
    '?start=5&end=5',
    '?start=9&end=2',
    '?start=-1&end=4',
    '?start=a&end=b',
    '?start=99999&end=999999',
  ])('that makes no sense marks nothing: %s', async (search) => {
    renderDocument({ search })
    await article()
    expect(marks()).toEqual([])
  })
})

describe('find in document', () => {
  it('marks every match, counts them and steps through them, around the end', async () => {
    const { person } = renderDocument()
    await article()
    await person.type(screen.getByRole('searchbox', { name: 'Find in document' }), 'REGISTERED')
    await screen.findByText('2 matches')
    expect(marks()).toEqual(['registered', 'Registered'])
    const here = () => document.querySelector('mark[aria-current]')?.textContent
    await person.keyboard('{Enter}')
    await screen.findByText('1 of 2')
    expect(here()).toBe('registered')
    await person.click(screen.getByRole('button', { name: 'Next match' }))
    expect(here()).toBe('Registered')
    await person.click(screen.getByRole('button', { name: 'Next match' }))
    expect(here()).toBe('registered')
    await person.keyboard('{Escape}')
    await person.click(screen.getByRole('button', { name: 'Previous match' }))
    expect(here()).toBe('Registered')
  })

  it('is restored from the address, and written to it', async () => {
    const { person, navigations } = renderDocument({ search: '?find=gifts' })
    await screen.findByText('3 matches')
    const field = screen.getByRole('searchbox', { name: 'Find in document' })
    await person.clear(field)
    await person.type(field, 'cash')
    await screen.findByText('1 match')
    await waitFor(() => expect(navigations.at(-1)).toContain('find=cash'))
  })

  it('says when there is no match', async () => {
    renderDocument({ search: '?find=helicopter' })
    await screen.findByText('No match')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next match' }).disabled).toBe(true)
  })
})

describe('a document that cannot be read', () => {
  it('because there is none, or not for this person, leads back to the library', async () => {
    const missing = { [`GET /api/documents/${gifts.id}`]: () => errorResponse(404, 'Not found') }
    renderDocument({ responses: missing })
    await screen.findByText('This document is not available')
    expect(screen.getByRole('link', { name: 'Go to the documents' }).getAttribute('href')).toBe('/documents')
  })

  it('because the server is away can be tried again', async () => {
    const { person, server } = renderDocument({
      responses: { [`GET /api/documents/${gifts.id}`]: () => errorResponse(503, 'Down') },
    })
    const retry = await screen.findByRole('button', { name: 'Retry' })
    server.now({ [`GET /api/documents/${gifts.id}`]: () => Response.json(gifts) })
    await person.click(retry)
    await article()
  })

  it('because its session has ended asks to log in', async () => {
    renderDocument({
      responses: { [`GET /api/documents/${gifts.id}`]: () => errorResponse(401, 'Unauthorized') },
    })
    await screen.findByText('Please log in to view documents')
  })

  it('yet, because it is being read, says so and asks for no text', async () => {
    const ingestion = { state: 'reading', reason: null, passages: null } as const
    const { server } = renderDocument({ document: { ...gifts, ingestion } })
    await screen.findByText('The text is being read')
    expect(server.requests(versionPath(giftsVersion, 'text'))).toHaveLength(0)
  })

  it('because its file failed says why, and still gives the original file', async () => {
    const reason = 'No text was found in this file.'
    renderDocument({ document: { ...gifts, ingestion: { state: 'failed', reason, passages: null } } })
    await screen.findByText('This file could not be read')
    screen.getByText(reason)
    screen.getByRole('button', { name: 'Original file' })
  })

  it.each([
    { who: 'an employee', role: 'team_member', ownerId: null, mends: false },
    { who: 'its owner', role: 'team_member', ownerId: me, mends: true },
    { who: 'a manager', role: 'manager', ownerId: null, mends: false },
    { who: 'a steward', role: 'facilitator', ownerId: null, mends: true },
  ] as const)('because its file failed says how to mend it to those who can: $who', async (reader) => {
    const { role, ownerId, mends } = reader
    const [fault, advice] = ['The file contains no text.', 'Upload a version with recognised text.']
    const ingestion = { state: 'failed' as const, reason: `${fault} ${advice}`, passages: null }
    renderDocument({ role, document: { ...gifts, ownerId, ingestion } })
    await screen.findByText('This file could not be read')
    expect(screen.queryByText(`${fault} ${advice}`) !== null).toBe(mends)
    expect(screen.queryByText(fault) !== null).toBe(!mends)
    expect(screen.queryByText(/upload a file/) !== null).toBe(mends)
  })

  it('of which pages are shown all the same says above them why there is none', async () => {
    const reason = 'The file contains no text.'
    const pdf = { fileName: 'gifts.pdf', fileType: 'application/pdf' }
    renderDocument({
      document: { ...gifts, ...pdf, ingestion: { state: 'failed', reason, passages: null } },
    })
    await screen.findByText(reason)
    screen.getByText('The assistant cannot answer from it.')
    expect(screen.queryByRole('link', { name: 'Open in the assistant' })).toBeNull()
  })

  it('of which a part is missing says so above it', async () => {
    const reason = 'Page 3 could not be read.'
    renderDocument({ document: { ...gifts, ingestion: { state: 'ready', reason, passages: 3 } } })
    await article()
    screen.getByText(reason)
  })

  it('because no version is in force says so', async () => {
    renderDocument({ document: { ...gifts, currentVersion: null } })
    await screen.findByText('No version is in force yet')
    // A mark that stays would keep it from being drawn for 8 s.
    await waitFor(() => expect(globalThis.document.querySelector('[data-unsettled]')).toBeNull())
    expect(screen.queryByRole('link', { name: 'Open in the assistant' })).toBeNull()
    const link = screen.getByRole('link', { name: 'See its versions' })
    expect(link.getAttribute('href')).toBe(`/documents/${gifts.id}/versions`)
  })

  it('because its text cannot be loaded keeps the header, and can be tried again', async () => {
    const text = versionPath(giftsVersion, 'text')
    const { person, server } = renderDocument({ responses: { [text]: () => errorResponse(503, 'Down') } })
    await screen.findByText('The text could not be loaded')
    screen.getByRole('heading', { level: 1, name: 'Gifts Policy' })
    server.now({ [text]: () => Response.json(giftsVersion) })
    await person.click(screen.getByRole('button', { name: 'Retry' }))
    await article()
  })
})

describe('a PDF', () => {
  const pdf = { ...gifts, fileName: 'gifts.pdf', fileType: 'application/pdf' }
  const version = { ...giftsVersion, fileName: 'gifts.pdf', fileType: 'application/pdf' }

  it('whose file cannot be read offers another try, and its text', async () => {
    const file = versionPath(version, 'file')
    const { person, server, navigations } = renderDocument({
      document: pdf,
      versions: [version],
      responses: { [file]: () => errorResponse(503, 'Down') },
    })
    // When the text comes, the pages are drawn anew and read their file again.
    await screen.findByRole('navigation', { name: 'Contents' })
    const panel = await screen.findByRole('alert')
    expect(panel.textContent).toContain('The pages cannot be shown')
    const before = server.requests(file).length
    await person.click(within(panel).getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(server.requests(file)).toHaveLength(before + 1))
    await person.click(screen.getByRole('button', { name: 'Text', pressed: false }))
    await article()
    expect(navigations.at(-1)).toBe(`/documents/${gifts.id}?view=text`)
  })

  it('opens as text where the address says so', async () => {
    renderDocument({ document: pdf, versions: [version], search: '?view=text' })
    await article()
    expect(screen.getByRole('button', { name: 'Text' }).getAttribute('aria-pressed')).toBe('true')
  })
})
