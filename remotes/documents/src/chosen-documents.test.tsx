// @vitest-environment happy-dom
import { catchSavedFiles } from '@portal/remote-kit/catch-saved-files'
import { errorResponse, fileResponse } from '@portal/remote-kit/fixed-server'
import { readToasts } from '@portal/ui/toast'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { fixedDocument } from './testing/fixed-documents.ts'
import { type LibrarySetup, renderLibrary } from './testing/render-library.tsx'
import { showWindow } from './testing/show-window.ts'

const documents = [1, 2, 3].map((n) => fixedDocument(n))
const [first, second, third] = documents.map(({ id }) => id)

async function choose(names: readonly string[], setup: LibrarySetup = {}) {
  const rendered = renderLibrary({ documents, path: '/documents?view=table', ...setup })
  for (const name of names)
    await rendered.person.click(await screen.findByRole('checkbox', { name: `Choose ${name}` }))
  const bar = within(screen.getByRole('region', { name: 'Chosen documents' }))
  return { ...rendered, bar }
}

beforeEach(() => showWindow(390))

describe('several documents', () => {
  it('are put into a department, one request each, and are no longer chosen', async () => {
    const answers = Object.fromEntries(
      documents.map((document) => [`PATCH /api/documents/${document.id}`, () => Response.json(document)]),
    )
    const { person, bar, server } = await choose(['Policy 1', 'Policy 3'], { responses: answers })
    bar.getByText('2 documents chosen')
    await person.selectOptions(bar.getByRole('combobox', { name: 'Department' }), 'Operations')
    await waitFor(() => expect(readToasts().toasts[0]).toMatchObject({ description: '2 documents changed' }))
    for (const id of [first, third])
      expect(server.requests(`PATCH /api/documents/${id}`).map(({ body }) => body)).toEqual([
        { departmentId: 5 },
      ])
    expect(server.requests(`PATCH /api/documents/${second}`)).toEqual([])
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Chosen documents' })).toBeNull())
  })

  it('have acts that unfold on a phone, and fold away once one was chosen', async () => {
    const { person, bar } = await choose(['Policy 1', 'Policy 2'], {
      responses: { [`PATCH /api/documents/${first}`]: () => errorResponse(404, 'Not found') },
    })
    const more = bar.getByRole('button', { name: 'More' })
    expect(more.getAttribute('aria-expanded')).toBe('false')
    await person.click(more)
    expect(more.getAttribute('aria-expanded')).toBe('true')
    const acts = document.getElementById(more.getAttribute('aria-controls') ?? '')
    expect(acts?.contains(bar.getByRole('combobox', { name: 'Owner' }))).toBe(true)
    await person.selectOptions(bar.getByRole('combobox', { name: 'Status' }), 'Deactivate')
    expect(more.getAttribute('aria-expanded')).toBe('false')
  })

  it('have acts that fold away when something beside them is pressed, which then does nothing', async () => {
    const { person, bar } = await choose(['Policy 1'])
    const more = bar.getByRole('button', { name: 'More' })
    const cover = () => screen.getByRole('region', { name: 'Chosen documents' }).querySelector('.fixed')
    expect(cover()).toBeNull()
    await person.click(more)
    await person.click(cover() ?? more)
    expect(cover()).toBeNull()
    expect(more.getAttribute('aria-expanded')).toBe('false')
    bar.getByText('1 document chosen')
  })

  it('have unfolded acts that half cover the page, which cannot be used until they fold away', async () => {
    const { person, bar } = await choose(['Policy 1'])
    const covered = () => [
      screen.getByRole('table', { hidden: true }),
      // In a low window, as that of a phone held sideways.
      screen.getByRole('searchbox', { name: 'Search documents', hidden: true }),
      screen.getByRole('button', { name: 'Upload documents', hidden: true }),
    ]
    const isInert = () => covered().every((element) => element.closest('[inert]') !== null)
    const isUsable = () => covered().every((element) => element.closest('[inert]') === null)
    expect(isUsable()).toBe(true)
    await person.click(bar.getByRole('button', { name: 'More' }))
    expect(isInert()).toBe(true)
    expect(bar.getByRole('button', { name: 'More' }).closest('[inert]')).toBeNull()
    await person.keyboard('{Escape}')
    expect(isUsable()).toBe(true)
    expect(document.activeElement).toBe(bar.getByRole('button', { name: 'More' }))
    await person.click(bar.getByRole('button', { name: 'More' }))
    await person.click(bar.getByRole('button', { name: 'Clear' }))
    expect(isUsable()).toBe(true)
    await person.click(screen.getByRole('checkbox', { name: 'Choose Policy 2' }))
    expect(screen.getByRole('button', { name: 'More' }).getAttribute('aria-expanded')).toBe('false')
  })

  it('cover nothing in a window where their acts are beside one another', async () => {
    showWindow(1440)
    const { person, bar } = await choose(['Policy 1'])
    await person.click(bar.getByRole('button', { name: 'More' }))
    expect(screen.getByRole('table').closest('[inert]')).toBeNull()
  })

  it('of which one fails: the reason is said, the others are done, and it stays chosen', async () => {
    const { person, bar } = await choose(['Policy 1', 'Policy 2'], {
      responses: {
        [`PATCH /api/documents/${first}`]: () => errorResponse(404, 'Not found'),
        [`PATCH /api/documents/${second}`]: () => Response.json(documents[1]),
      },
    })
    await person.selectOptions(bar.getByRole('combobox', { name: 'Department' }), 'None')
    await waitFor(() =>
      expect(readToasts().toasts[0]).toMatchObject({
        title: 'Error',
        description: '1 of 2 documents not changed: Not found',
      }),
    )
    await bar.findByText('1 document chosen')
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Choose Policy 1' }).checked).toBe(true)
  })

  it('are shown to several departments, after a question that says who that is', async () => {
    const answers = Object.fromEntries(
      documents.map((document) => [`PATCH /api/documents/${document.id}`, () => Response.json(document)]),
    )
    const { person, bar, server } = await choose(['Policy 1', 'Policy 2'], { responses: answers })
    await person.click(bar.getByRole('button', { name: 'Visible to...' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Who can see 2 documents' }))
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: /^Everyone/ }).checked).toBe(true)
    for (const name of ['Human Resources', 'Operations'])
      await person.click(dialog.getByRole('checkbox', { name }))
    dialog.getByText(/^Only members of these departments/)
    await person.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(readToasts().toasts[0]).toMatchObject({ description: '2 documents changed' }))
    for (const id of [first, second])
      expect(server.requests(`PATCH /api/documents/${id}`).map(({ body }) => body)).toEqual([
        { visibleTo: [2, 5] },
      ])
  })

  it('that different people can see are opened to everyone only by who says so', async () => {
    const closed = fixedDocument(1, { visibleTo: [2] })
    const { person, bar, server } = await choose(['Policy 1', 'Policy 2'], {
      documents: [closed, ...documents.slice(1)],
      responses: {
        [`PATCH /api/documents/${first}`]: () => Response.json(documents[0]),
        [`PATCH /api/documents/${second}`]: () => Response.json(documents[1]),
      },
    })
    await person.click(bar.getByRole('button', { name: 'Visible to...' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Who can see 2 documents' }))
    dialog.getByText('Different people can see them now.')
    const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' })
    expect(save.disabled).toBe(true)
    await person.click(dialog.getByRole('checkbox', { name: /^Everyone/ }))
    await person.click(save)
    await waitFor(() =>
      expect(server.requests(`PATCH /api/documents/${first}`).map(({ body }) => body)).toEqual([
        { visibleTo: [] },
      ]),
    )
  })

  it('are deleted after a question', async () => {
    const { person, bar, server } = await choose(['Policy 2'], {
      responses: { [`DELETE /api/documents/${second}`]: () => new Response(null, { status: 204 }) },
    })
    await person.click(bar.getByRole('button', { name: 'Delete chosen' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(server.requests(`DELETE /api/documents/${second}`)).toEqual([])
    await person.click(dialog.getByRole('button', { name: 'Delete documents' }))
    await waitFor(() => expect(readToasts().toasts[0]).toMatchObject({ description: '1 document deleted' }))
  })

  it('that were deleted come back by Undo, but for one whose deletion failed', async () => {
    const { person, bar, server } = await choose(['Policy 1', 'Policy 2', 'Policy 3'], {
      responses: {
        [`DELETE /api/documents/${first}`]: () => new Response(null, { status: 204 }),
        [`DELETE /api/documents/${second}`]: () => errorResponse(404, 'Not found'),
        [`DELETE /api/documents/${third}`]: () => new Response(null, { status: 204 }),
        [`POST /api/documents/${first}/restore`]: () => Response.json(documents[0]),
        [`POST /api/documents/${third}/restore`]: () => Response.json(documents[2]),
      },
    })
    await person.click(bar.getByRole('button', { name: 'Delete chosen' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await person.click(dialog.getByRole('button', { name: 'Delete documents' }))
    await waitFor(() => expect(readToasts().toasts[0]?.action?.label).toBe('Undo'))
    act(() => readToasts().toasts[0]?.action?.onChoose())
    await waitFor(() => expect(readToasts().toasts[0]).toMatchObject({ description: '2 documents restored' }))
    const restored = [first, second, third].map((id) => server.requests(`POST /api/documents/${id}/restore`))
    expect(restored.map(({ length }) => length)).toEqual([1, 0, 1])
  })

  const archive = 'GET /api/documents/archive'

  it('are had as one archive, which the browser streams to disk', async () => {
    const saved = catchSavedFiles()
    const { person, bar, server } = await choose(['Policy 1', 'Policy 2'], {
      responses: { 'HEAD /api/documents/archive': () => fileResponse() },
    })
    const link = bar.getByRole('link', { name: 'Archive (ZIP)' })
    const address = link.getAttribute('href') ?? ''
    expect(decodeURIComponent(address)).toBe(`/api/documents/archive?ids=${first},${second}`)
    await person.click(link)
    await waitFor(() => expect(saved).toEqual([{ name: '', address }]))
    expect(server.requests(archive)).toEqual([])
  })

  it('are had as one archive with a stored token, too, or it is said why not', async () => {
    const saved = catchSavedFiles()
    const { person, bar, server } = await choose(['Policy 1'], {
      token: 'a.b.c',
      responses: { [archive]: () => fileResponse('attachment; filename="documents.zip"') },
    })
    await person.click(bar.getByRole('link', { name: 'Archive (ZIP)' }))
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['documents.zip']))
    expect(server.requests(archive)[0]?.headers.get('authorization')).toBe('Bearer a.b.c')
    server.now({ [archive]: () => errorResponse(429, 'Two archives at once.') })
    await person.click(bar.getByRole('link', { name: 'Archive (ZIP)' }))
    await waitFor(() => expect(readToasts().toasts[0]?.description).toBe('Two archives at once.'))
  })

  it('of an ended session are no archive, but lead to the login', async () => {
    const saved = catchSavedFiles()
    const { person, bar, navigations } = await choose(['Policy 1'], {
      responses: { [archive]: () => errorResponse(401, 'Unauthorized: please log in.') },
    })
    await person.click(bar.getByRole('link', { name: 'Archive (ZIP)' }))
    await waitFor(() => expect(navigations).toContain('/api/login'))
    expect(saved).toEqual([])
  })

  it('are chosen all at once by keyboard', async () => {
    const { person, bar } = await choose(['Policy 1'])
    bar.getByRole('button', { name: 'Choose all 3 shown' }).focus()
    await person.keyboard('{Enter}')
    await bar.findByText('3 documents chosen')
    screen.getByRole('checkbox', { name: 'Choose Policy 2' }).focus()
    await person.keyboard(' ')
    await bar.findByText('2 documents chosen')
  })

  it('are not offered to those who may not change documents', async () => {
    renderLibrary({ documents, path: '/documents?view=table', role: 'manager' })
    await screen.findByRole('table', { name: 'Documents' })
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})
