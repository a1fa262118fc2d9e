// @vitest-environment happy-dom
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fixedDocument } from './testing/fixed-documents.ts'
import { fixedVersion } from './testing/fixed-versions.ts'
import { renderLibrary } from './testing/render-library.tsx'

const inLegal = { departmentId: 1, departmentName: 'Legal & Compliance' }
const library = [
  fixedDocument(1, { title: 'Whistleblowing', ...inLegal }),
  fixedDocument(2, { title: 'Clean Desk' }),
]
const titles = () => screen.queryAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)

/** Where ingestion stands, and what the card says of it. */
const ingestions = [
  { state: 'queued', reason: null, word: 'Waiting' },
  { state: 'reading', reason: null, word: 'Reading' },
  { state: 'indexing', reason: null, word: 'Indexing' },
  { state: 'failed', reason: 'The file is protected by a password.', word: 'Not readable' },
] as const

describe('the library', () => {
  it('?department= narrows the list behind a chip that can be removed', async () => {
    const { person, navigations } = renderLibrary({ documents: library, path: '/documents?department=1' })
    await screen.findByRole('article', { name: 'Whistleblowing' })
    expect(titles()).toEqual(['Whistleblowing'])
    await person.click(
      await screen.findByRole('button', { name: 'Show all departments, not only Legal & Compliance' }),
    )
    expect(titles()).toEqual(['Whistleblowing', 'Clean Desk'])
    expect(navigations).toEqual(['/documents'])
  })

  it('a department that does not exist can be removed from the address just the same', async () => {
    const { person } = renderLibrary({ documents: library, path: '/documents?department=99' })
    await screen.findByText('This department has no documents yet.')
    await person.click(screen.getByRole('button', { name: 'Show all departments, not only Department 99' }))
    expect(titles()).toEqual(['Whistleblowing', 'Clean Desk'])
  })

  it('that finds nothing in a department says where it looked, and searches all others', async () => {
    const { person } = renderLibrary({ documents: library, path: '/documents?q=desk&department=1' })
    await screen.findByText(
      'Only documents of Legal & Compliance were searched. Try part of the title, or the ID.',
    )
    await person.click(screen.getByRole('button', { name: 'Search all documents' }))
    expect(titles()).toEqual(['Clean Desk'])
  })

  it('without a document of a status leads to the others', async () => {
    const { person } = renderLibrary({ documents: library, path: '/documents?status=inactive' })
    await screen.findByText('No document here is inactive.')
    await person.click(screen.getByRole('button', { name: 'Show all documents' }))
    expect(titles()).toEqual(['Whistleblowing', 'Clean Desk'])
  })

  it('empty, has the specified words for those too who cannot upload, and says whose part that is', async () => {
    renderLibrary({ documents: [], role: 'team_member' })
    await screen.findByText(
      'Upload some documents to get started. An administrator or facilitator can do that.',
    )
  })

  it('?q= restores a search, and the address follows what is typed when the person pauses', async () => {
    const { person, navigations } = renderLibrary({
      documents: library,
      path: '/documents?q=whistle&department=1',
    })
    const search = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search documents' })
    expect(search.value).toBe('whistle')
    await screen.findByRole('article', { name: 'Whistleblowing' })
    await person.clear(search)
    await person.type(search, 'desk')
    await waitFor(() => {
      const { searchParams } = new URL(navigations.at(-1) ?? '', 'http://portal.test')
      expect(Object.fromEntries(searchParams)).toEqual({ q: 'desk', department: '1' })
    })
  })

  it('shows the shape of the list while it is read: nothing above holds it back', async () => {
    const response = Promise.withResolvers<Response>()
    renderLibrary({ responses: { 'GET /api/documents': () => response.promise } })
    const loading = await screen.findByRole('status', { name: 'Loading documents' })
    const marks = [...document.querySelectorAll('[data-unsettled]')]
    expect(marks.filter((mark) => !loading.contains(mark))).toEqual([])
    response.resolve(Response.json(library))
    await screen.findByRole('searchbox', { name: 'Search documents' })
  })

  it('a list that cannot be read says so with the request id, and Retry reads it again', async () => {
    const { person, server } = renderLibrary({
      responses: { 'GET /api/documents': () => errorResponse(503, 'The library is being maintained') },
    })
    const panel = await screen.findByRole('alert')
    expect(panel.textContent).toContain('The library is being maintained')
    expect(panel.textContent).toContain('request-1')
    server.now({ 'GET /api/documents': () => Response.json(library) })
    await person.click(within(panel).getByRole('button', { name: 'Retry' }))
    await screen.findByRole('article', { name: 'Clean Desk' })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('a session that has ended asks to log in, in the specified words', async () => {
    renderLibrary({ responses: { 'GET /api/documents': () => errorResponse(401, 'Unauthorized') } })
    await screen.findByText('Please log in to view documents')
  })

  it('departments that cannot be read leave everything else working', async () => {
    const { person } = renderLibrary({
      documents: library,
      responses: { 'GET /api/departments': () => errorResponse(503, 'Down') },
    })
    await person.click(await screen.findByRole('button', { name: 'Upload documents' }))
    await screen.findByText('The departments could not be loaded.')
    const card = await screen.findByRole('article', { name: 'Whistleblowing' })
    expect(card.textContent).toContain('Legal & Compliance')
  })

  it.each(ingestions)('a document that is $state says "$word"', async ({ state, reason, word }) => {
    renderLibrary({ documents: [fixedDocument(1, { ingestion: { state, reason, passages: null } })] })
    const card = await screen.findByRole('article')
    within(card).getByText(word)
    if (reason) within(card).getByText(reason)
  })

  it('a document that could not be read tells an employee the fault, and not what they cannot do', async () => {
    const reason = 'The file contains no text. Upload a version with recognised text.'
    const ingestion = { state: 'failed' as const, reason, passages: null }
    renderLibrary({ role: 'team_member', documents: [fixedDocument(1, { ingestion })] })
    const card = await screen.findByRole('article')
    within(card).getByText('The file contains no text.')
  })

  it('a document that was read in part says which pages are missing', async () => {
    const reason = 'Not everything on page 2 could be read.'
    const ingestion = { state: 'ready' as const, reason, passages: 3, unreadPages: [2] }
    renderLibrary({ documents: [fixedDocument(1, { ingestion })] })
    const card = await screen.findByRole('article')
    within(card).getByText('Partly read')
    within(card).getByText(reason)
  })

  it('a document that is ready says nothing beside its status', async () => {
    renderLibrary({ documents: [fixedDocument(1)] })
    const card = await screen.findByRole('article')
    for (const { word } of ingestions) expect(within(card).queryByText(word)).toBeNull()
  })

  it('from 20 documents on is a table, below it cards; either can be chosen, and a link keeps it', async () => {
    const many = Array.from({ length: 20 }, (_, at) => fixedDocument(at + 1))
    const { person, navigations } = renderLibrary({ documents: many })
    const table = await screen.findByRole('table', { name: 'Documents' })
    expect(within(table).getAllByRole('row')).toHaveLength(21)
    await person.click(screen.getByRole('button', { name: 'Show as cards' }))
    expect(navigations.at(-1)).toBe('/documents?view=cards')
    expect(await screen.findAllByRole('article')).toHaveLength(20)
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('a title leads to the page of the document', async () => {
    const { person, navigations } = renderLibrary({ documents: library })
    await person.click(await screen.findByRole('link', { name: 'Whistleblowing' }))
    expect(navigations).toEqual([`/documents/${library[0]?.id}`])
  })

  it('is put in order and narrowed to a status, both kept in the address', async () => {
    const documents = [...library, fixedDocument(3, { title: 'Access', isActive: false })]
    const { person, navigations } = renderLibrary({ documents })
    await screen.findByRole('article', { name: 'Access' })
    await person.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'By title')
    expect(titles()).toEqual(['Access', 'Clean Desk', 'Whistleblowing'])
    await person.selectOptions(screen.getByRole('combobox', { name: 'Show status' }), 'Inactive')
    expect(titles()).toEqual(['Access'])
    expect(navigations.at(-1)).toBe('/documents?sort=title&status=inactive')
  })

  it('says Active in green only of what can be answered from', async () => {
    const reading = { state: 'reading', reason: null, passages: null } as const
    renderLibrary({
      documents: [
        fixedDocument(1),
        fixedDocument(2, { ingestion: reading }),
        fixedDocument(3, { currentVersion: null }),
      ],
    })
    await screen.findByRole('article', { name: 'Policy 1' })
    const badges = screen.getAllByText('Active', { selector: 'span' })
    expect(badges.map(({ className }) => className.includes('success'))).toEqual([true, false, false])
  })

  it('says of a document without a current version where its newest one is', async () => {
    const newestVersion = fixedVersion(1, { status: 'draft', areChangesRequested: true })
    renderLibrary({ documents: [fixedDocument(1, { currentVersion: null, newestVersion })] })
    const card = within(await screen.findByRole('article', { name: 'Policy 1' }))
    card.getByText('No current version')
    card.getByText('Changes requested')
  })

  it('keeps the upload folded away while there are documents, and open once it was opened', async () => {
    const { person } = renderLibrary({ documents: library })
    const toggle = await screen.findByRole('button', { name: 'Upload documents' })
    expect(screen.queryByRole('form', { name: 'Upload documents' })).toBeNull()
    await person.click(toggle)
    await screen.findByRole('form', { name: 'Upload documents' })
    await person.click(screen.getByRole('button', { name: 'Close upload' }))
    expect(screen.queryByRole('form', { name: 'Upload documents' })).toBeNull()
  })

  it('after a deletion the keyboard goes on from the list', async () => {
    const [first, second] = library
    const { person, server } = renderLibrary({
      documents: library,
      responses: { [`DELETE /api/documents/${first?.id}`]: () => new Response(null, { status: 204 }) },
    })
    const card = await screen.findByRole('article', { name: 'Whistleblowing' })
    await person.click(within(card).getByRole('button', { name: 'Delete' }))
    server.now({ 'GET /api/documents': () => Response.json([second]) })
    await person.click(await screen.findByRole('button', { name: 'Delete document' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Documents' })))
  })
})
