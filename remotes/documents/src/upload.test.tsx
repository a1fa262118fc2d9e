// @vitest-environment happy-dom
import { readToasts } from '@portal/ui/toast'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { fixedDocument } from './testing/fixed-documents.ts'
import { catchUploads, type FixedUpload } from './testing/fixed-uploads.ts'
import { renderLibrary } from './testing/render-library.tsx'

let uploads: readonly FixedUpload[]

beforeEach(() => {
  uploads = catchUploads()
})
const file = (name: string) => new File(['hello'], name, { type: 'text/plain' })
const picker = () => screen.findByLabelText<HTMLInputElement>(/choose files/)
const chosen = () => within(screen.getByRole('list', { name: 'Chosen files' }))
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Upload' }))
const nth = (at: number): FixedUpload => {
  const upload = uploads[at]
  if (!upload) throw new Error(`There was no upload ${at}`)
  return upload
}

/** What the row of an upload says while the document is on its way to the assistant. */
const stages = [
  { state: 'queued', reason: null, text: 'Waiting' },
  { state: 'reading', reason: null, text: 'Reading' },
  { state: 'indexing', reason: null, text: 'Indexing' },
  { state: 'ready', reason: null, text: 'Ready. The assistant can cite it now.' },
  { state: 'failed', reason: 'No text was found in this file.', text: 'No text was found in this file.' },
] as const

describe('several files', () => {
  it('go one after the other, each under its own name', async () => {
    const { person } = renderLibrary()
    await person.upload(await picker(), [file('first.txt'), file('second.txt')])
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title optional' }).disabled).toBe(true)
    await submit()
    expect(uploads).toHaveLength(1)
    expect(nth(0).form.get('file')).toMatchObject({ name: 'first.txt' })
    await nth(0).response(201, fixedDocument(1, { title: 'first.txt' }))
    expect(uploads).toHaveLength(2)
    expect(nth(1).form.get('file')).toMatchObject({ name: 'second.txt' })
    expect(nth(1).form.has('title')).toBe(false)
    await nth(1).response(201, fixedDocument(2, { title: 'second.txt' }))
    expect(screen.queryByRole('list', { name: 'Chosen files' })).toBeNull()
  })

  it('of which one is refused: the others still go, and the refused one stays with the reason', async () => {
    const { person } = renderLibrary()
    await person.upload(await picker(), [file('first.txt'), file('second.txt')])
    await submit()
    await nth(0).response(422, { message: 'The file is protected by a password.' })
    await nth(1).response(201, fixedDocument(2, { title: 'second.txt' }))
    chosen().getByText('first.txt')
    chosen().getByText('The file is protected by a password.')
    expect(chosen().queryByText('second.txt')).toBeNull()
  })

  it('of which one has a wrong type: the toast says so, the others are taken', async () => {
    const { person } = renderLibrary()
    await person.upload(await picker(), [file('first.txt'), new File(['x'], 'x.png', { type: 'image/png' })])
    expect(readToasts().toasts[0]).toMatchObject({ title: 'Invalid file type' })
    chosen().getByText('first.txt')
    expect(chosen().queryByText('x.png')).toBeNull()
    const refused = screen.getByRole('list', { name: 'Files not taken' })
    expect(refused.textContent).toBe('x.png: Invalid file type. Only PDF, TXT, and DOCX files are allowed.')
  })

  it('can be removed before they go', async () => {
    const { person } = renderLibrary()
    await person.upload(await picker(), [file('first.txt'), file('second.txt')])
    await person.click(screen.getByRole('button', { name: 'Remove first.txt' }))
    await submit()
    expect(nth(0).form.get('file')).toMatchObject({ name: 'second.txt' })
  })
})

describe('an upload', () => {
  it('that is cancelled stops without a word, and the file stays chosen', async () => {
    const { person } = renderLibrary()
    const before = readToasts().toasts[0]
    await person.upload(await picker(), file('first.txt'))
    await submit()
    await person.click(screen.getByRole('button', { name: 'Cancel upload of first.txt' }))
    expect(nth(0).isStopped()).toBe(true)
    chosen().getByText('first.txt')
    expect(readToasts().toasts[0]).toBe(before)
    await submit()
    expect(uploads).toHaveLength(2)
  })

  it.each(stages)('is followed: $state', async ({ state, reason, text }) => {
    const { person, server } = renderLibrary()
    await person.upload(await picker(), file('first.txt'))
    await submit()
    const stored = fixedDocument(1, { title: 'first.txt' })
    const now = { ...stored, ingestion: { state, reason, passages: null } }
    server.now({ 'GET /api/documents': () => Response.json([now]) })
    await nth(0).response(201, { ...stored, ingestion: { state: 'queued', reason: null, passages: null } })
    const rows = within(await screen.findByRole('region', { name: 'Uploaded now' }))
    await rows.findByText(text)
  })

  it('whose document is deleted meanwhile is no longer followed', async () => {
    const { person, server } = renderLibrary()
    await person.upload(await picker(), file('first.txt'))
    await submit()
    const stored = fixedDocument(1, { title: 'first.txt' })
    server.now({
      'GET /api/documents': () => Response.json([stored]),
      [`DELETE /api/documents/${stored.id}`]: () => new Response(null, { status: 204 }),
    })
    await nth(0).response(201, stored)
    await person.click(await screen.findByRole('button', { name: 'Delete' }))
    server.now({ 'GET /api/documents': () => Response.json([]) })
    await person.click(await screen.findByRole('button', { name: 'Delete document' }))
    await screen.findByText('No documents found')
    expect(screen.queryByRole('region', { name: 'Uploaded now' })).toBeNull()
  })
})
