// @vitest-environment happy-dom

import { catchUploads, type FixedUpload } from '@portal/remote-kit/catch-uploads'
import { readToasts } from '@portal/ui/toast'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fixedDepartments, fixedDocument } from './testing/fixed-documents.ts'
import { renderLibrary } from './testing/render-library.tsx'

let uploads: readonly FixedUpload[]

beforeEach(() => {
  uploads = catchUploads()
})
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const tenMegabytes = 10 * 1024 * 1024
const typeRefusal = { title: 'Invalid file type', description: 'Only PDF, TXT, and DOCX files are allowed' }
const sizeRefusal = { title: 'File too large', description: 'File size must be less than 10MB' }
const emptyRefusal = {
  title: 'File is empty',
  description: 'Save it again with its content, or choose another one',
}
const noneRefusal = { title: 'No file selected', description: 'Please select a file to upload' }

const file = (name: string, type: string, bytes = 5) => new File([new Uint8Array(bytes)], name, { type })

/** Product §5 and §9, the main uploader: what it takes and what it says of the rest. */
const choices = [
  { what: 'a PDF', file: file('policy.pdf', 'application/pdf'), refusal: null },
  { what: 'a plain text', file: file('policy.txt', 'text/plain'), refusal: null },
  { what: 'a DOCX', file: file('policy.docx', docx), refusal: null },
  { what: 'a DOCX of unknown type', file: file('policy.DOCX', ''), refusal: null },
  { what: 'exactly 10 MB', file: file('policy.pdf', 'application/pdf', tenMegabytes), refusal: null },
  {
    what: '10 MB and one byte',
    file: file('policy.pdf', 'application/pdf', tenMegabytes + 1),
    refusal: sizeRefusal,
  },
  { what: 'an empty file', file: file('policy.pdf', 'application/pdf', 0), refusal: emptyRefusal },
  { what: 'a picture', file: file('policy.png', 'image/png'), refusal: typeRefusal },
  { what: 'a DOC', file: file('policy.doc', 'application/msword'), refusal: typeRefusal },
  { what: 'a program of unknown type', file: file('policy.exe', ''), refusal: typeRefusal },
]

/** Product §8: what the toast says for what the server answers. */
const failures = [
  {
    what: 'a message of the server',
    end: (upload: FixedUpload) => upload.response(415, { message: 'This is not a PDF.' }),
    description: 'Upload failed: This is not a PDF.',
  },
  {
    what: 'a text of something else',
    end: (upload: FixedUpload) => upload.response(502, 'Bad gateway'),
    description: 'Upload failed: Bad gateway',
  },
  {
    what: 'a response without a word',
    end: (upload: FixedUpload) => upload.response(500),
    description: 'Upload failed: Unknown error',
  },
  {
    what: 'a network that gives out',
    end: (upload: FixedUpload) => upload.breakOff(),
    description: 'Upload failed: Request failed',
  },
]

const picker = () => screen.findByLabelText<HTMLInputElement>(/choose files/)
const titleField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Title optional' })
const department = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Department optional' })
const toastShown = () => readToasts().toasts[0]
const progress = () => screen.queryByRole('progressbar', { name: /^Sending/ })?.getAttribute('aria-valuenow')

async function send(person: UserEvent): Promise<FixedUpload> {
  const before = uploads.length
  await person.click(screen.getByRole('button', { name: 'Upload' }))
  return vi.waitFor(() => {
    const upload = uploads[before]
    if (!upload) throw new Error('Nothing was sent')
    return upload
  }, 45_000)
}

describe('product §5 and §9: which files the main uploader takes', () => {
  it.each(choices)('$what', async ({ file: chosen, refusal }) => {
    const { person } = renderLibrary()
    await person.upload(await picker(), chosen)
    if (refusal) expect(toastShown()).toMatchObject(refusal)
    const taken = screen.queryByRole('list', { name: 'Chosen files' })?.textContent ?? ''
    expect(taken.includes(chosen.name)).toBe(refusal === null)
  })

  it('no file', async () => {
    const { person } = renderLibrary()
    await picker()
    await person.click(screen.getByRole('button', { name: 'Upload' }))
    expect(toastShown()).toMatchObject(noneRefusal)
    expect(uploads).toHaveLength(0)
    expect(document.activeElement).toBe(await picker())
  })

  it('the picker itself offers only PDF, TXT and DOCX', async () => {
    renderLibrary()
    expect((await picker()).accept.split(',').sort()).toEqual(
      ['.docx', '.pdf', '.txt', 'application/pdf', docx, 'text/plain'].sort(),
    )
  })
})

describe('product §4 and §7: an upload', () => {
  it('is multipart with file, and title only when one was typed: the server takes the file name', async () => {
    const { person } = renderLibrary()
    await person.upload(await picker(), file('policy.pdf', 'application/pdf'))
    const { form } = await send(person)
    expect([...form.keys()]).toEqual(['file'])
    expect(form.get('file')).toMatchObject({ name: 'policy.pdf' })
  })

  it('carries title and department when they were given; the department is optional', async () => {
    const { person } = renderLibrary()
    await picker()
    await within(department()).findByRole('option', { name: 'Operations' })
    expect(department().required).toBe(false)
    await person.upload(await picker(), file('policy.pdf', 'application/pdf'))
    await person.type(titleField(), '  Access Control ')
    await person.selectOptions(department(), '3')
    const { form } = await send(person)
    expect(form.get('title')).toBe('Access Control')
    expect(form.get('departmentId')).toBe('3')
  })

  it('starts at 10 percent, follows the bytes, and locks the form', async () => {
    const { person } = renderLibrary()
    await person.upload(await picker(), file('policy.pdf', 'application/pdf'))
    const upload = await send(person)
    expect(progress()).toBe('10')
    upload.progress(50, 100)
    expect(progress()).toBe('55')
    upload.progress(100, 100)
    expect(progress()).toBe('100')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Uploading...' }).disabled).toBe(true)
    expect((await picker()).disabled).toBe(true)
    expect(titleField().disabled).toBe(true)
  })

  it('resets file, text field and progress on success, says so and reads the list again', async () => {
    const { person, server } = renderLibrary()
    await person.upload(await picker(), file('policy.pdf', 'application/pdf'))
    await person.type(titleField(), 'Access Control')
    const upload = await send(person)
    const document = fixedDocument(1, { title: 'Access Control' })
    server.now({ 'GET /api/documents': () => Response.json([document]) })
    await upload.response(201, document)
    expect(toastShown()).toMatchObject({
      title: 'Success',
      description: 'Document uploaded successfully',
    })
    expect(screen.queryByText('policy.pdf')).toBeNull()
    expect(titleField().value).toBe('')
    expect(progress()).toBeUndefined()
    await screen.findByRole('article', { name: 'Access Control' })
  })

  it.each(failures)('goes back to 0 and keeps what was chosen after $what', async ({ end, description }) => {
    const { person } = renderLibrary()
    await person.upload(await picker(), file('policy.pdf', 'application/pdf'))
    await person.type(titleField(), 'Access Control')
    const upload = await send(person)
    upload.progress(80, 100)
    await end(upload)
    expect(toastShown()).toMatchObject({ title: 'Upload failed', description })
    expect(progress()).toBeUndefined()
    screen.getByText('policy.pdf')
    expect(titleField().value).toBe('Access Control')
    expect((await send(person)).form.get('title')).toBe('Access Control')
    expect(progress()).toBe('10')
  })

  it("without session shows 'Unauthorized' and leaves for the login page after 500 ms", async () => {
    const { person, navigations } = renderLibrary()
    await person.upload(await picker(), file('policy.pdf', 'application/pdf'))
    const upload = await send(person)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    await upload.response(401, { message: 'Unauthorized' })
    expect(toastShown()).toMatchObject({
      title: 'Unauthorized',
      description: 'You are logged out. Logging in again...',
    })
    vi.advanceTimersByTime(499)
    expect(navigations).toEqual([])
    vi.advanceTimersByTime(1)
    expect(navigations).toEqual(['/api/login'])
  })
})

describe('product §9: default departments', () => {
  it('are offered by name, in order, behind None', async () => {
    renderLibrary()
    await picker()
    await waitFor(() => expect(department().children).toHaveLength(6))
    const names = [...department().children].map((option) => option.textContent)
    expect(names).toEqual(['None', ...fixedDepartments.map(({ name }) => name)])
  })
})
