// @vitest-environment happy-dom
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fixedDocument } from './testing/fixed-documents.ts'
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

  it('?q= restores a search, and the address follows what is typed when the person pauses', async () => {
    const { person, navigations } = renderLibrary({
      documents: library,
      path: '/documents?q=whistle&department=1',
    })
    const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search documents' })
    expect(search.value).toBe('whistle')
    await screen.findByRole('article', { name: 'Whistleblowing' })
    await person.clear(search)
    await person.type(search, 'desk')
    await waitFor(() => {
      const { searchParams } = new URL(navigations.at(-1) ?? '', 'http://portal.test')
      expect(Object.fromEntries(searchParams)).toEqual({ q: 'desk', department: '1' })
    })
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
    renderLibrary({
      documents: library,
      responses: { 'GET /api/departments': () => errorResponse(503, 'Down') },
    })
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

  it('a document that is ready says nothing beside its status', async () => {
    renderLibrary({ documents: [fixedDocument(1)] })
    const card = await screen.findByRole('article')
    for (const { word } of ingestions) expect(within(card).queryByText(word)).toBeNull()
  })

  it('200 documents are all there; of more than 250 the rest comes on demand', async () => {
    const many = Array.from({ length: 260 }, (_, at) => fixedDocument(at + 1))
    const { person } = renderLibrary({ documents: many })
    await screen.findByText('250 of 260 documents')
    // Counted without roles: computing them for thousands of elements takes happy-dom half a
    // minute.
    const cards = () => document.querySelectorAll('article').length
    expect(cards()).toBe(250)
    await person.click(screen.getByText('Show 10 more'))
    expect(cards()).toBe(260)
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
