// @vitest-environment happy-dom
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { anonymousSession, TestPortal } from '@portal/remote-kit/test-portal'
import { readToasts } from '@portal/ui/toast'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { manifest } from './manifest.ts'
import { Screen as Visitor } from './routes/visitor.tsx'
import { fixedDocument } from './testing/fixed-documents.ts'
import { renderLibrary } from './testing/render-library.tsx'

afterEach(() => {
  vi.restoreAllMocks()
})

const created = '2026-01-14T10:20:00.000Z'
const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const createdInWords = inWords.format(new Date(created))
const full = fixedDocument(1, {
  customId: 'ISP-001',
  title: 'Information Security Policy',
  departmentId: 3,
  departmentName: 'Information Technology',
  createdAt: created,
})
const bare = fixedDocument(2, { customId: '', title: 'Clean Desk', isActive: false, createdAt: created })

/** Product §2, document cards: what a card shows, by document. */
const cards = [
  {
    document: full,
    texts: ['Information Security Policy', 'ID ISP-001', 'Information Technology', 'Active'],
  },
  { document: bare, texts: ['Clean Desk', `ID ${bare.id}`, 'None', 'Inactive'] },
]

/** Product §2: the six fields of View Details, and the file that Save/Download writes. */
const details = [
  {
    document: full,
    fileName: 'Information Security Policy.txt',
    lines: [
      ['Title', 'Information Security Policy'],
      ['ID', 'ISP-001'],
      ['Department', 'Information Technology'],
      ['Status', 'Active'],
      ['Created', createdInWords],
      ['Organization ID', '7'],
    ],
  },
  {
    document: bare,
    fileName: 'Clean Desk.txt',
    lines: [
      ['Title', 'Clean Desk'],
      ['ID', bare.id],
      ['Department', 'None'],
      ['Status', 'Inactive'],
      ['Created', createdInWords],
      ['Organization ID', '7'],
    ],
  },
]

/** Product §6: who may upload and delete. */
const roles = [
  { role: 'facilitator', isSteward: true },
  { role: 'admin', isSteward: true },
  { role: 'manager', isSteward: false },
  { role: 'team_member', isSteward: false },
] as const

/** Product §5: search matches document ID or title. */
const searches = [
  { typed: 'security', found: ['Information Security Policy'] },
  { typed: 'SECURITY', found: ['Information Security Policy'] },
  { typed: 'isp-0', found: ['Information Security Policy'] },
  { typed: '  desk ', found: ['Clean Desk'] },
  { typed: bare.id, found: ['Clean Desk'] },
  { typed: 'Technology', found: [] },
]

/** Product §2: the two empty states. */
const emptyStates = [
  {
    documents: [],
    typed: '',
    texts: ['No documents found', 'Upload some documents to get started.'],
  },
  { documents: [full], typed: 'pancakes', texts: ['No documents match your search for "pancakes"'] },
]

/** Product §8: what the toast says for what the server answers to a deletion. */
const deletions = [
  {
    response: () => new Response(null, { status: 204 }),
    toast: { title: 'Success', description: 'Document deleted successfully' },
  },
  {
    response: () => errorResponse(500, 'The disk is full'),
    toast: { title: 'Error', description: 'Failed to delete document' },
  },
  {
    response: () => errorResponse(403, 'Forbidden'),
    toast: { title: 'Error', description: 'Failed to delete document' },
  },
]

const cardOf = (title: string) => screen.findByRole('article', { name: title })
const titles = () => screen.queryAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)
const search = () => screen.findByPlaceholderText('Search documents by ID or title...')

async function deleteFirst(library: ReturnType<typeof renderLibrary>) {
  const card = await cardOf(full.title)
  await library.person.click(within(card).getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('alertdialog')
  await library.person.click(within(dialog).getByRole('button', { name: 'Delete document' }))
}

describe('product §2: document library', () => {
  it('is at /documents for everyone of an organization', () => {
    const library = { screen: 'library', title: 'Document Library', layout: 'topbar' }
    const routes = manifest.routes.filter(({ screen }) => screen === 'library' || screen === 'visitor')
    expect(routes).toEqual([
      { path: '/documents', when: ['member', 'team-member'], ...library },
      {
        path: '/documents',
        when: ['anonymous'],
        screen: 'visitor',
        title: 'Document Library',
        layout: 'bare',
      },
    ])
  })

  it("tells visitors 'Please log in to view documents' and takes them to the login page", async () => {
    const navigations: string[] = []
    render(
      <TestPortal session={anonymousSession()} onNavigate={(to) => navigations.push(to)}>
        <Visitor />
      </TestPortal>,
    )
    screen.getByText('Please log in to view documents')
    screen.getByRole('button', { name: 'Log in' }).click()
    expect(navigations).toEqual(['/api/login'])
  })

  it.each(cards)('a card shows $texts', async ({ document, texts }) => {
    renderLibrary({ documents: [document] })
    const card = await cardOf(document.title)
    for (const text of texts) expect(card.textContent).toContain(text)
    expect(within(card).getByRole('time').getAttribute('datetime')).toBe(created)
  })

  it.each(details)('View Details of $fileName shows the six fields', async ({ document, lines }) => {
    const { person } = renderLibrary({ documents: [document] })
    await person.click(await screen.findByRole('button', { name: 'View Details' }))
    const dialog = await screen.findByRole('alertdialog')
    const shown = [...dialog.querySelectorAll('dt')].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ])
    expect(shown).toEqual(lines)
  })

  it.each(details)('Save/Download writes $fileName with these fields', async (expected) => {
    const { person } = renderLibrary({ documents: [expected.document] })
    const saved: { blob?: Blob; name?: string } = {}
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) saved.blob = blob
      return 'blob:summary'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.name = this.download
    })
    await person.click(await screen.findByRole('button', { name: 'Save/Download' }))
    expect(saved.name).toBe(expected.fileName)
    expect(saved.blob?.type).toMatch(/^text\/plain/)
    const text = await saved.blob?.text()
    expect(text).toBe(`${expected.lines.map((line) => line.join(': ')).join('\n')}\n`)
  })

  it('Delete asks first, and Cancel deletes nothing', async () => {
    const { person, server } = renderLibrary({ documents: [full] })
    await person.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain(`Are you sure you want to delete "${full.title}"?`)
    await person.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(server.requests(`DELETE /api/documents/${full.id}`)).toEqual([])
  })

  it.each(emptyStates)('says $texts', async ({ documents, typed, texts }) => {
    const { person } = renderLibrary({ documents })
    if (typed !== '') await person.type(await search(), typed)
    for (const text of texts) await screen.findByText(text)
  })
})

describe('product §5: search', () => {
  it.each(searches)('"$typed" finds $found', async ({ typed, found }) => {
    const { person } = renderLibrary({ documents: [full, bare] })
    await cardOf(full.title)
    await person.type(await search(), typed)
    await waitFor(() => expect(titles()).toEqual(found))
  })
})

describe('product §6: roles', () => {
  it.each(roles)('$role may upload and delete: $isSteward', async ({ role, isSteward }) => {
    renderLibrary({ documents: [full], role })
    await cardOf(full.title)
    expect(screen.queryByRole('button', { name: 'Upload documents' }) !== null).toBe(isSteward)
    expect(screen.queryByRole('button', { name: 'Delete' }) !== null).toBe(isSteward)
  })
})

describe('product §4: Active or Inactive by isActive', () => {
  it.each([
    { document: full, item: 'Deactivate', sent: { isActive: false } },
    { document: bare, item: 'Activate', sent: { isActive: true } },
  ])('$item', async ({ document, item, sent }) => {
    const call = `PATCH /api/documents/${document.id}`
    const { person, server } = renderLibrary({
      documents: [document],
      responses: { [call]: () => Response.json({ ...document, ...sent }) },
    })
    await person.click(await screen.findByRole('button', { name: 'More actions' }))
    await person.click(await screen.findByRole('menuitem', { name: item }))
    await waitFor(() => expect(server.requests(call).map(({ body }) => body)).toEqual([sent]))
  })

  it('who can see a document is chosen by department', async () => {
    const call = `PATCH /api/documents/${full.id}`
    const { person, server } = renderLibrary({
      documents: [full],
      responses: { [call]: () => Response.json({ ...full, visibleTo: [2] }) },
    })
    await person.click(await screen.findByRole('button', { name: 'More actions' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Who can see it...' }))
    await screen.findByText('Everyone in the organization can read it and gets answers from it.')
    await person.click(await screen.findByRole('checkbox', { name: 'Human Resources' }))
    await person.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(server.requests(call).map(({ body }) => body)).toEqual([
        { visibleTo: [2], seen: { visibleTo: [] } },
      ]),
    )
  })
})

describe('product §8: deleting', () => {
  it.each(deletions)('shows $toast', async ({ response, toast }) => {
    const library = renderLibrary({
      documents: [full],
      responses: { [`DELETE /api/documents/${full.id}`]: response },
    })
    await deleteFirst(library)
    await waitFor(() => expect(readToasts().toasts[0]).toMatchObject(toast))
    expect(library.server.requests(`DELETE /api/documents/${full.id}`)).toHaveLength(1)
  })

  it('offers Undo, which restores the document', async () => {
    const library = renderLibrary({
      documents: [full],
      responses: {
        [`DELETE /api/documents/${full.id}`]: () => new Response(null, { status: 204 }),
        [`POST /api/documents/${full.id}/restore`]: () => Response.json(full),
      },
    })
    await deleteFirst(library)
    await waitFor(() => expect(readToasts().toasts[0]?.action?.label).toBe('Undo'))
    act(() => readToasts().toasts[0]?.action?.onChoose())
    await waitFor(() => expect(readToasts().toasts[0]).toMatchObject({ description: 'Document restored' }))
    expect(library.server.requests(`POST /api/documents/${full.id}/restore`)).toHaveLength(1)
  })

  it('reads the list again', async () => {
    const library = renderLibrary({
      documents: [full],
      responses: { [`DELETE /api/documents/${full.id}`]: () => new Response(null, { status: 204 }) },
    })
    library.server.now({ 'GET /api/documents': () => Response.json([full]) })
    await cardOf(full.title)
    library.server.now({ 'GET /api/documents': () => Response.json([]) })
    await deleteFirst(library)
    await screen.findByText('No documents found')
    expect(library.server.requests('GET /api/documents')).toHaveLength(2)
  })

  it("without session shows 'Unauthorized' and leaves for the login page after 500 ms", async () => {
    const library = renderLibrary({
      documents: [full],
      responses: { [`DELETE /api/documents/${full.id}`]: () => errorResponse(401, 'Unauthorized') },
    })
    vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true })
    await deleteFirst(library)
    await waitFor(() =>
      expect(readToasts().toasts[0]).toMatchObject({
        title: 'Unauthorized',
        description: 'You are logged out. Logging in again...',
      }),
    )
    expect(library.navigations).toEqual([])
    await vi.advanceTimersByTimeAsync(500)
    expect(library.navigations).toEqual(['/api/login'])
  })
})
