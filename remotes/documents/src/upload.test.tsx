// @vitest-environment happy-dom

import { catchUploads, type FixedUpload } from '@portal/remote-kit/catch-uploads'
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { readToasts } from '@portal/ui/toast'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fixedDocument } from './testing/fixed-documents.ts'
import { renderLibrary } from './testing/render-library.tsx'

let uploads: readonly FixedUpload[]

beforeEach(() => {
  uploads = catchUploads()
})
const file = (name: string, content = name) => new File([content], name, { type: 'text/plain' })
const picker = () => screen.findByLabelText<HTMLInputElement>(/choose files/)
const chosen = () => within(screen.getByRole('list', { name: 'Chosen files' }))
const patience = { timeout: 45_000 }
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Upload' }))
/** An upload, once it has begun. */
const nth = (at: number): Promise<FixedUpload> =>
  vi.waitFor(() => {
    const upload = uploads[at]
    if (!upload) throw new Error(`There was no upload ${at}`)
    return upload
  }, patience)
const nameOf = async (at: number) => {
  const sent = (await nth(at)).form.get('file')
  return sent instanceof File ? sent.name : null
}

/** What the row of an upload says while the document is on its way to the assistant. */
const stages = [
  { state: 'queued', reason: null, text: 'Waiting' },
  { state: 'reading', reason: null, text: 'Reading' },
  { state: 'indexing', reason: null, text: '1 passage' },
  { state: 'ready', reason: null, text: 'Ready. The assistant can cite it now.' },
  { state: 'failed', reason: 'No text was found in this file.', text: 'No text was found in this file.' },
] as const

describe('several files', () => {
  it('go three at a time, each under its own name and with its own word', async () => {
    const { person } = renderLibrary()
    const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt']
    await person.upload(
      await picker(),
      names.map((name) => file(name)),
    )
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title optional' }).disabled).toBe(true)
    await submit()
    await nth(2)
    await waitFor(() => expect(chosen().getAllByText('Sending')).toHaveLength(3), patience)
    expect(chosen().getAllByText('Waiting')).toHaveLength(2)
    expect(uploads).toHaveLength(3)
    const first = await nth(0)
    expect(first.form.has('title')).toBe(false)
    await first.response(201, fixedDocument(1, { title: 'a.txt' }))
    await nth(3)
    expect(uploads).toHaveLength(4)
    for (const at of [1, 2, 3]) await (await nth(at)).response(201, fixedDocument(at + 1))
    await (await nth(4)).response(201, fixedDocument(5))
    expect((await Promise.all(names.map((_, at) => nameOf(at)))).sort()).toEqual(names)
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Chosen files' })).toBeNull(), patience)
  })

  it('of which one fails: the others still go, and the refused one stays with the reason', async () => {
    const { person } = renderLibrary()
    await person.upload(await picker(), [file('first.txt'), file('second.txt')])
    await submit()
    const sent = [await nth(0), await nth(1)]
    const at = (await nameOf(0)) === 'first.txt' ? 0 : 1
    await sent[at]?.response(503, { message: 'The file could not be stored.' })
    await sent[1 - at]?.response(201, fixedDocument(2, { title: 'second.txt' }))
    chosen().getByText('first.txt')
    chosen().getByText('The file could not be stored.')
    expect(chosen().queryByText('second.txt')).toBeNull()
    await person.click(chosen().getByRole('button', { name: 'Retry first.txt' }))
    expect(await nameOf(2)).toBe('first.txt')
  })

  it('of which the server refuses one for what is in it: it is not offered to be sent again', async () => {
    const { person } = renderLibrary()
    await person.upload(await picker(), file('first.txt'))
    await submit()
    const message = 'The file is protected by a password.'
    await (await nth(0)).response(422, { message, code: 'encrypted_file' })
    chosen().getByText(message)
    expect(chosen().queryByRole('button', { name: 'Retry first.txt' })).toBeNull()
    await person.click(chosen().getByRole('button', { name: 'Remove first.txt' }))
    expect(screen.queryByRole('list', { name: 'Chosen files' })).toBeNull()
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

  it('of a dropped folder are taken together; what is of no use or cannot be opened is named beside them', async () => {
    renderLibrary()
    const entry = (
      name: string,
      take: (taken: (file: File) => void, failed: (why: Error) => void) => void,
    ) => ({
      ...{ name, isFile: true, isDirectory: false, file: take },
    })
    const parts = [
      [
        entry('gifts.txt', (taken) => taken(file('gifts.txt'))),
        entry('moved.txt', (_, failed) => failed(new DOMException('Gone', 'NotFoundError'))),
        entry('logo.png', (taken) => taken(new File(['x'], 'logo.png', { type: 'image/png' }))),
      ],
      [],
    ]
    const createReader = () => ({
      readEntries: (take: (part: object[]) => void) => take(parts.shift() ?? []),
    })
    const folder = { name: 'policies', isFile: false, isDirectory: true, createReader }
    const dataTransfer = { items: [{ webkitGetAsEntry: () => folder }], files: [] }
    fireEvent.drop(await picker(), { dataTransfer })
    await waitFor(() => chosen().getByText('gifts.txt'))
    const refused = within(screen.getByRole('list', { name: 'Files not taken' }))
    expect(refused.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'logo.png: Invalid file type. Only PDF, TXT, and DOCX files are allowed.',
      'moved.txt: File cannot be opened. It was moved, or this browser may not read it.',
    ])
  })

  it('of an empty folder are none, which is said', async () => {
    renderLibrary()
    const createReader = () => ({ readEntries: (take: (part: object[]) => void) => take([]) })
    const folder = { name: 'policies', isFile: false, isDirectory: true, createReader }
    fireEvent.drop(await picker(), {
      dataTransfer: { items: [{ webkitGetAsEntry: () => folder }], files: [] },
    })
    await waitFor(() => expect(readToasts().toasts[0]).toMatchObject({ title: 'No file selected' }))
  })

  it('can be removed before they go', async () => {
    const { person } = renderLibrary()
    await person.upload(await picker(), [file('first.txt'), file('second.txt')])
    await person.click(screen.getByRole('button', { name: 'Remove first.txt' }))
    await submit()
    expect(await nameOf(0)).toBe('second.txt')
    expect(uploads).toHaveLength(1)
  })
})

describe('an upload', () => {
  it('that is cancelled stops without a word, and the file stays chosen', async () => {
    const { person } = renderLibrary()
    const before = readToasts().toasts[0]
    await person.upload(await picker(), file('first.txt'))
    await submit()
    const sent = await nth(0)
    await person.click(screen.getByRole('button', { name: 'Cancel upload of first.txt' }))
    expect(sent.isStopped()).toBe(true)
    await chosen().findByRole('button', { name: 'Remove first.txt' })
    expect(readToasts().toasts[0]).toBe(before)
    await submit()
    await nth(1)
  })

  it('that waits can be cancelled before it goes', async () => {
    const { person } = renderLibrary()
    const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt']
    await person.upload(
      await picker(),
      names.map((name) => file(name)),
    )
    await submit()
    await nth(2)
    await person.click(chosen().getByRole('button', { name: 'Cancel upload of d.txt' }))
    for (const at of [0, 1, 2]) await (await nth(at)).response(201, fixedDocument(at + 1))
    await chosen().findByRole('button', { name: 'Remove d.txt' })
    expect(uploads).toHaveLength(3)
  })

  it.each(stages)('is followed: $state', async ({ state, reason, text }) => {
    const { person, server } = renderLibrary()
    await person.upload(await picker(), file('first.txt'))
    await submit()
    const stored = fixedDocument(1, { title: 'first.txt' })
    const passages = state === 'indexing' ? 1 : null
    const now = { ...stored, ingestion: { state, reason, passages } }
    server.now({ 'GET /api/documents': () => Response.json([now]) })
    await (await nth(0)).response(201, {
      ...stored,
      ingestion: { state: 'queued', reason: null, passages: null },
    })
    const rows = within(await screen.findByRole('region', { name: 'Uploaded now' }))
    await rows.findByText(text)
  })

  it('that awaits approval is not said to be ready', async () => {
    const { person, server } = renderLibrary()
    await person.upload(await picker(), file('first.txt'))
    await submit()
    const stored = fixedDocument(1, { title: 'first.txt', currentVersion: null })
    server.now({ 'GET /api/documents': () => Response.json([stored]) })
    await (await nth(0)).response(201, stored)
    const rows = within(await screen.findByRole('region', { name: 'Uploaded now' }))
    await rows.findByText('Read. The assistant can cite it once it is approved.')
    expect(rows.queryByText(/^Ready/)).toBeNull()
    const link = rows.getByRole('link', { name: 'Open first.txt' })
    expect(link.getAttribute('href')).toBe(`/documents/${stored.id}`)
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
    await (await nth(0)).response(201, stored)
    await person.click(await screen.findByRole('button', { name: 'Delete' }))
    server.now({ 'GET /api/documents': () => Response.json([]) })
    await person.click(await screen.findByRole('button', { name: 'Delete document' }))
    await screen.findByText('No documents found')
    expect(screen.queryByRole('region', { name: 'Uploaded now' })).toBeNull()
  })
})

const same = {
  documentId: fixedDocument(2).id,
  customId: 'DOC-2',
  title: 'Gifts',
  version: 3,
  isCurrent: true,
}
const lookUp = 'GET /api/documents/same-content'

describe('a file whose content is there already', () => {
  const question = 'Same as DOC-2, Gifts, version 3 (current): new version?'
  const hashes: (string | null)[] = []
  const answered = (_: unknown, request: Request) => {
    hashes.push(new URL(request.url).searchParams.get('sha256'))
    return Response.json([same])
  }
  const asked = { responses: { [lookUp]: answered } }

  it('is not sent before the person has answered, and becomes a version if they say so', async () => {
    const { person } = renderLibrary(asked)
    await person.upload(await picker(), file('gifts.txt'))
    await submit()
    await waitFor(() => expect(chosen().getByRole('listitem').textContent).toContain(question), patience)
    expect(uploads).toHaveLength(0)
    expect(hashes).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Upload' }).disabled).toBe(true)
    await person.click(screen.getByRole('button', { name: 'New version of DOC-2' }))
    const sent = await nth(0)
    expect(sent.address).toBe(`/api/documents/${same.documentId}/versions`)
    expect(sent.form.get('title')).toBe('Gifts')
    expect(sent.form.get('changes')).toBe('Uploaded again as gifts.txt')
  })

  it('is asked about where screen readers were already listening', async () => {
    const lookedUp = Promise.withResolvers<Response>()
    const { person } = renderLibrary({ responses: { [lookUp]: () => lookedUp.promise } })
    await person.upload(await picker(), file('gifts.txt'))
    const live = chosen().getByRole('listitem').querySelector('[aria-live="polite"]')
    await submit()
    await waitFor(() => expect(chosen().getByRole('listitem').textContent).toContain('Sending'))
    expect(live?.textContent).toBe('')
    lookedUp.resolve(Response.json([same]))
    await waitFor(() => expect(live?.textContent).toContain(question), patience)
    expect(live?.isConnected).toBe(true)
  })

  it('becomes a document of its own if they say so', async () => {
    const { person } = renderLibrary(asked)
    await person.upload(await picker(), file('gifts.txt'))
    await submit()
    await person.click(await screen.findByRole('button', { name: 'Separate document' }))
    const sent = await nth(0)
    expect(sent.address).toBe('/api/documents')
    await sent.response(201, fixedDocument(3, { title: 'gifts.txt' }))
    expect(screen.queryByRole('list', { name: 'Chosen files' })).toBeNull()
  })

  it('because another file of the choice has it, asks as well', async () => {
    const { person } = renderLibrary()
    await person.upload(await picker(), [file('one.txt', 'equal'), file('two.txt', 'equal')])
    await submit()
    await nth(0)
    await screen.findByRole('button', { name: 'Separate document' })
    expect(uploads).toHaveLength(1)
    expect(screen.queryByRole('button', { name: /^New version/ })).toBeNull()
  })

  it('is sent without a question to a service that does not know the question', async () => {
    const { person } = renderLibrary({ responses: { [lookUp]: () => errorResponse(404, 'Not found') } })
    await person.upload(await picker(), file('gifts.txt'))
    await submit()
    expect((await nth(0)).address).toBe('/api/documents')
  })
})

describe('documents that were uploaded under the names of their files', () => {
  const incident = fixedDocument(1, { title: 'incident.pdf', fileName: 'incident.pdf' })
  const gifts = fixedDocument(2, { title: 'gifts.pdf', fileName: 'gifts.pdf', departmentId: 3 })
  const proposal = (id: string) => `GET /api/documents/${id}/proposal`

  async function uploaded() {
    const rendered = renderLibrary()
    const { person, server } = rendered
    await person.upload(await picker(), [file('incident.pdf'), file('gifts.pdf')])
    await submit()
    const [first, second] = [await nth(0), await nth(1)]
    server.now({
      'GET /api/documents': () => Response.json([gifts, incident]),
      [proposal(incident.id)]: () =>
        Response.json({ title: 'Incident Response Plan', departmentId: 5, ownerId: null }),
      [proposal(gifts.id)]: () => Response.json({ title: null, departmentId: 2, ownerId: null }),
    })
    await first.response(201, incident)
    await second.response(201, gifts)
    const table = within(await screen.findByRole('table', { name: 'Proposed titles' }))
    await table.findByDisplayValue('Incident Response Plan')
    return { ...rendered, table }
  }

  it('are listed with what they call themselves; a department that was chosen stays', async () => {
    const { table } = await uploaded()
    const department = (of: string) =>
      table.getByRole<HTMLSelectElement>('combobox', { name: `Department of ${of}` }).value
    expect(department('incident.pdf')).toBe('5')
    expect(department('gifts.pdf')).toBe('3')
    expect(table.getByRole<HTMLInputElement>('textbox', { name: /gifts\.pdf/ }).value).toBe('gifts.pdf')
    table.getByText('The document itself names no title.')
  })

  it('get what a person accepts, corrected where they wish', async () => {
    const { person, server, table } = await uploaded()
    const bodies: unknown[] = []
    for (const { id } of [incident, gifts])
      server.now({
        [`PATCH /api/documents/${id}`]: (body) => {
          bodies.push(body)
          return Response.json(incident)
        },
      })
    const title = table.getByRole('textbox', { name: /gifts\.pdf/ })
    await person.clear(title)
    await person.type(title, 'Gifts')
    await person.click(screen.getByRole('button', { name: 'Accept all' }))
    await waitFor(() => expect(readToasts().toasts[0]?.description).toBe('2 documents named'), patience)
    expect(bodies).toEqual([
      { title: 'Gifts', departmentId: 3, ownerId: null },
      { title: 'Incident Response Plan', departmentId: 5, ownerId: null },
    ])
  })

  it('keep their names if a person prefers that', async () => {
    const { person, table } = await uploaded()
    await person.click(table.getByRole('button', { name: 'Keep as it is: gifts.pdf' }))
    expect(table.queryByText('gifts.pdf')).toBeNull()
    table.getByText('incident.pdf')
  })
})
