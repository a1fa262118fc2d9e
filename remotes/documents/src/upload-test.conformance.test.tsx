// @vitest-environment happy-dom

import { catchUploads, type FixedUpload } from '@portal/remote-kit/catch-uploads'
import { renderScreen } from '@portal/remote-kit/render-screen'
import { anonymousSession, fixedSession } from '@portal/remote-kit/test-portal'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { manifest } from './manifest.ts'
import { Screen } from './routes/upload-test.tsx'
import { fixedDocument } from './testing/fixed-documents.ts'

let uploads: readonly FixedUpload[]

beforeEach(() => {
  uploads = catchUploads()
})

const file = (name: string, bytes = 5) => new File([new Uint8Array(bytes)], name)
const picker = () => screen.getByLabelText<HTMLInputElement>('File')
const status = () => screen.getByRole('status').textContent
const button = () => screen.getByRole<HTMLButtonElement>('button')

async function send(chosen: File) {
  const { person } = renderScreen(Screen)
  await person.upload(picker(), chosen)
  await person.click(button())
  const [upload] = uploads
  if (!upload) throw new Error('Nothing was sent')
  return { person, upload }
}

describe('product §2: upload test', () => {
  it('is at /upload-test for everyone, visitors included', () => {
    expect(manifest.routes).toContainEqual({
      path: '/upload-test',
      screen: 'upload-test',
      when: ['always'],
      title: 'Upload test',
      layout: 'bare',
    })
    renderScreen(Screen, { session: anonymousSession() })
    expect(button().textContent).toBe('Upload Document')
  })

  it('stays without its button where the operator wants that (decision 36)', () => {
    const session = fixedSession('admin')
    const settings = { ...session.settings, isUploadTestOpen: false }
    renderScreen(Screen, { session: { ...session, settings } })
    expect(button().disabled).toBe(true)
    screen.getByText('The operator of this portal has switched this upload off.')
    expect(picker().disabled).toBe(false)
  })

  it('offers no form to somebody logged in without an organization (decision 36), but the way to one', async () => {
    const { person, navigations } = renderScreen(Screen, { session: fixedSession(null) })
    screen.getByRole('heading', { level: 1, name: 'Upload test' })
    expect(screen.queryByRole('form')).toBeNull()
    screen.getByText('You do not belong to an organization yet')
    await person.click(screen.getByRole('link', { name: 'Get Started' }))
    expect(navigations).toEqual(['/'])
  })

  it('accepts .pdf, .txt, .docx', () => {
    renderScreen(Screen)
    expect(picker().accept).toBe('.pdf,.txt,.docx')
  })

  it.each([
    [5, '0.00 MB'],
    [1_572_864, '1.50 MB'],
    [20 * 1024 * 1024, '20.00 MB'],
  ])('shows the name of the file, and %d bytes as %s', async (bytes, size) => {
    const { person } = renderScreen(Screen)
    await person.upload(picker(), file('policy.pdf', bytes))
    expect(screen.getByText(/Selected/).textContent).toBe(`Selected: policy.pdf (${size})`)
  })

  it('has the five departments, the first one chosen', () => {
    renderScreen(Screen)
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Department' })
    expect([...select.options].map(({ value, textContent }) => `${value} ${textContent}`)).toEqual([
      '1 Legal & Compliance',
      '2 Human Resources',
      '3 Information Technology',
      '4 Finance & Accounting',
      '5 Operations',
    ])
    expect(select.value).toBe('1')
  })

  it("says 'Uploading...' meanwhile, then the id of the new document", async () => {
    const { upload } = await send(file('policy.pdf'))
    expect(button().textContent).toBe('Uploading...')
    expect(button().disabled).toBe(true)
    expect(upload.form.get('departmentId')).toBe('1')
    await upload.response(201, fixedDocument(1))
    expect(status()).toBe(`Upload successful. Document ID: ${fixedDocument(1).id}`)
    expect(button().textContent).toBe('Upload Document')
  })
})

describe('product §5: rules of the test upload', () => {
  it('requires a file', async () => {
    const { person } = renderScreen(Screen)
    await person.click(button())
    expect(status()).toBe('Please select a file first')
    expect(uploads).toHaveLength(0)
  })

  it.each([file('huge.pdf', 20 * 1024 * 1024), file('picture.png')])(
    'leaves size and type to the server (decision 25): $name',
    async (chosen) => {
      const { upload } = await send(chosen)
      expect(upload.form.get('file')).toMatchObject({ name: chosen.name, size: chosen.size })
    },
  )
})

describe('product §8: a failed test upload', () => {
  it.each([
    [413, '{"message":"File size must be less than 10MB"}'],
    [415, 'Unsupported'],
    [401, '{"message":"Unauthorized: please log in."}'],
  ])("shows 'Upload failed: %d - <body>'", async (code, body) => {
    const { upload } = await send(file('policy.pdf'))
    await upload.response(code, body)
    expect(status()).toBe(`Upload failed: ${code} - ${body}`)
  })

  it('says so without a response', async () => {
    const { upload } = await send(file('policy.pdf'))
    await upload.breakOff()
    expect(status()).toBe('Upload failed: Request failed')
  })
})
