// @vitest-environment happy-dom

import { defaultDepartments } from '@portal/contracts/team'
import { catchUploads, type FixedUpload } from '@portal/remote-kit/catch-uploads'
import { renderScreen } from '@portal/remote-kit/render-screen'
import { readToasts } from '@portal/ui/toast'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { QuickUpload } from './features/quick-upload/quick-upload.tsx'
import { fixedDocument } from './testing/fixed-organization.ts'

let uploads: readonly FixedUpload[]

beforeEach(() => {
  uploads = catchUploads()
})

const tenMegabytes = 10 * 1024 * 1024
const file = (name: string, bytes = 5) => new File([new Uint8Array(bytes)], name)
const picker = () => screen.getByLabelText<HTMLInputElement>('File')
const department = () => screen.getByRole<HTMLSelectElement>('combobox', { name: /Department/ })
const button = () => screen.getByRole<HTMLButtonElement>('button')

async function send(chosen: File) {
  const { person } = renderScreen(QuickUpload)
  await person.upload(picker(), chosen)
  await person.click(button())
  return { person, upload: uploads[0] }
}

describe('product §5: the simpler uploader', () => {
  it('requires one of five fixed departments, by default the first', async () => {
    renderScreen(QuickUpload)
    expect(department().required).toBe(true)
    expect(department().value).toBe('1')
    const names = [...department().options].map(({ textContent }) => textContent)
    expect(names).toEqual(defaultDepartments.map(({ name }) => name))
  })

  it('checks only the size, before anything is sent', async () => {
    const { upload } = await send(file('policy.pdf', tenMegabytes + 1))
    expect(upload).toBeUndefined()
    expect(readToasts().toasts[0]).toMatchObject({
      title: 'File too large',
      description: 'File size must be less than 10MB',
    })
  })

  it('sends no empty file, and says what to do (decision 116)', async () => {
    const { upload } = await send(file('policy.pdf', 0))
    expect(upload).toBeUndefined()
    expect(readToasts().toasts[0]).toMatchObject({
      title: 'File is empty',
      description: 'Save it again with its content, or choose another one',
    })
  })

  it('leaves every other judgement to the server, and says what that answers', async () => {
    const { upload } = await send(file('setup.exe'))
    await upload?.response(415, { message: 'The file is not a PDF.' })
    expect(readToasts().toasts[0]).toMatchObject({
      title: 'Upload failed',
      description: 'Upload failed: The file is not a PDF.',
    })
    expect(button().disabled).toBe(false)
  })

  it('needs a file', async () => {
    const { person } = renderScreen(QuickUpload)
    await person.click(button())
    expect(readToasts().toasts[0]).toMatchObject({
      title: 'No file selected',
      description: 'Please select a file to upload',
    })
  })

  it('sends file, title and department, and resets after success', async () => {
    const { upload } = await send(file('policy.pdf'))
    expect(button().textContent).toBe('Uploading...')
    expect(upload?.form.get('title')).toBe('policy.pdf')
    expect(upload?.form.get('departmentId')).toBe('1')
    await upload?.response(201, fixedDocument(1))
    expect(readToasts().toasts[0]).toMatchObject({
      title: 'Success',
      description: 'Document uploaded successfully',
    })
    await waitFor(() => expect(button().textContent).toBe('Upload'))
    expect(picker().value).toBe('')
  })

  it('without a session leads to the login page', async () => {
    const { upload } = await send(file('policy.pdf'))
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    await upload?.response(401, { message: 'Unauthorized' })
    expect(readToasts().toasts[0]).toMatchObject({
      title: 'Unauthorized',
      description: 'You are logged out. Logging in again...',
    })
    vi.useRealTimers()
  })
})
