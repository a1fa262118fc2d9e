// @vitest-environment happy-dom

import { catchUploads } from '@portal/remote-kit/catch-uploads'
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { readToasts } from '@portal/ui/toast'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { manifest } from './manifest.ts'
import { fixedPending, fixedPolicy, fixedVersion } from './testing/fixed-versions.ts'
import { renderApprovals, renderVersions } from './testing/render-versions.tsx'

const current = fixedVersion(1, { isActive: true, activatedAt: '2026-01-14T10:20:00.000Z' })
const approved = fixedVersion(2)
const draft = fixedVersion(3, { status: 'draft', approvedAt: null })
const fillIn = { title: 'Error', description: 'Please fill in all fields and select a file' }

const rowOf = (title: string) => screen.findByRole('article', { name: title })
const lastToast = () => readToasts().toasts[0]
const tab = (name: RegExp) => screen.findByRole('tab', { name })

async function openDialog({ person }: ReturnType<typeof renderVersions>) {
  await person.click(await screen.findByRole('button', { name: 'Create New Version' }))
  return within(await screen.findByRole('dialog', { name: 'Create New Version' }))
}

const pdf = new File(['%PDF-1.7'], 'policy.pdf', { type: 'application/pdf' })

describe('product §2: document versions', () => {
  it('stands at /documents/{id}/versions for members, of team members for the owner (decision 57)', () => {
    expect(manifest.routes.filter(({ screen }) => screen === 'versions')).toEqual([
      {
        ...{ path: '/documents/:id/versions', screen: 'versions', when: ['member', 'team-member'] },
        ...{ title: 'Document Versions', layout: 'topbar' },
      },
    ])
  })

  it("has the tabs 'All Versions' and 'Pending Approvals'", async () => {
    const { person } = renderVersions({ versions: [current], pending: [fixedPending(2)] })
    expect((await tab(/^All Versions/)).getAttribute('aria-selected')).toBe('true')
    await rowOf('Version 1: Edition 1')
    await person.click(await tab(/^Pending Approvals\s*1$/))
    await screen.findByRole('article', { name: /Remote Work Policy\s*, version 2/ })
  })

  it("badges the current version, and only it, 'Current Version'", async () => {
    renderVersions({ versions: [approved, current] })
    within(await rowOf('Version 1: Edition 1')).getByText('Current Version')
    expect(within(await rowOf('Version 2: Edition 2')).queryByText('Current Version')).toBeNull()
  })

  it('previews 500 characters of the content in the detail dialog (product §9)', async () => {
    const content = 'a'.repeat(500) + 'b'.repeat(100)
    const { person } = renderVersions({ versions: [{ ...current, content }] })
    await person.click(await screen.findByRole('button', { name: 'View Details' }))
    const dialog = await screen.findByRole('dialog', { name: 'Version 1: Edition 1' })
    within(dialog).getByText('a'.repeat(500))
  })
})

describe('product §5: a new version', () => {
  it.each([
    { what: 'nothing', title: '', changes: '', file: null, first: 'Title', errors: 3 },
    { what: 'no title', title: ' ', changes: 'Clause 2.', file: pdf, first: 'Title', errors: 1 },
    { what: 'no changes', title: 'Edition 2', changes: '', file: pdf, first: 'Changes', errors: 1 },
    { what: 'no file', title: 'Edition 2', changes: 'Clause 2.', file: null, first: 'File', errors: 1 },
  ])('with $what says so and sends nothing', async ({ title, changes, file, first, errors }) => {
    const uploads = catchUploads()
    const rendered = renderVersions({ versions: [current] })
    const dialog = await openDialog(rendered)
    if (title) await rendered.person.type(dialog.getByLabelText('Title'), title)
    if (changes) await rendered.person.type(dialog.getByLabelText('Changes'), changes)
    if (file) await rendered.person.upload(dialog.getByLabelText('File'), file)
    await rendered.person.click(dialog.getByRole('button', { name: 'Create Version' }))
    await waitFor(() => expect(lastToast()).toMatchObject(fillIn))
    expect(uploads).toEqual([])
    // Which ones is said beside them, and the first has the focus.
    expect(document.activeElement).toBe(dialog.getByLabelText(first))
    expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(errors)
  })

  it('with an empty file says what to do, and sends nothing (decision 116)', async () => {
    const uploads = catchUploads()
    const rendered = renderVersions({ versions: [current] })
    const dialog = await openDialog(rendered)
    await rendered.person.type(dialog.getByLabelText('Title'), 'Edition 2')
    await rendered.person.type(dialog.getByLabelText('Changes'), 'Clause 2.')
    await rendered.person.upload(dialog.getByLabelText('File'), new File([], 'policy.pdf'))
    await rendered.person.click(dialog.getByRole('button', { name: 'Create Version' }))
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'File is empty' }))
    expect(uploads).toEqual([])
  })

  it('accepts .pdf, .doc, .docx and .txt', async () => {
    const dialog = await openDialog(renderVersions({ versions: [current] }))
    expect(dialog.getByLabelText('File').getAttribute('accept')).toBe('.pdf,.doc,.docx,.txt')
  })
})

describe('product §8: version actions', () => {
  async function createOne() {
    const uploads = catchUploads()
    const rendered = renderVersions({ versions: [current] })
    const dialog = await openDialog(rendered)
    await rendered.person.type(dialog.getByLabelText('Title'), 'Edition 2')
    await rendered.person.type(dialog.getByLabelText('Changes'), 'Clause 2.')
    await rendered.person.upload(dialog.getByLabelText('File'), pdf)
    await rendered.person.click(dialog.getByRole('button', { name: 'Create Version' }))
    await waitFor(() => expect(uploads).toHaveLength(1))
    return uploads[0]
  }

  it("a created version says 'New document version created successfully'", async () => {
    const upload = await createOne()
    expect(upload?.form.get('title')).toBe('Edition 2')
    expect(upload?.form.get('changes')).toBe('Clause 2.')
    await upload?.response(201, approved)
    await waitFor(() =>
      expect(lastToast()).toMatchObject({
        title: 'Success',
        description: 'New document version created successfully',
      }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it("a refused one says 'Error' with the server's message, and keeps what was typed", async () => {
    await (await createOne())?.response(415, { message: 'This is not a PDF.' })
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ title: 'Error', description: 'This is not a PDF.' }),
    )
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Edition 2')
  })

  it.each([
    {
      response: () => Response.json({ ...approved, isActive: true }),
      toast: { title: 'Success', description: 'Document version activated' },
    },
    {
      response: () => errorResponse(409, 'This version is already the current one.'),
      toast: { title: 'Error', description: 'This version is already the current one.' },
    },
  ])('activating says $toast', async ({ response, toast }) => {
    const { person, server } = renderVersions({
      versions: [approved, current],
      responses: { [`POST /api/documents/${fixedPolicy.id}/versions/${approved.id}/activate`]: response },
    })
    const row = within(await rowOf('Version 2: Edition 2'))
    await person.click(row.getByRole('button', { name: 'Activate' }))
    await waitFor(() => expect(lastToast()).toMatchObject(toast))
    const call = `POST /api/documents/${fixedPolicy.id}/versions/${approved.id}/activate`
    expect(server.requests(call)).toHaveLength(1)
  })

  it('only an approved version that is not current can be activated', async () => {
    renderVersions({ versions: [draft, approved, current] })
    await rowOf('Version 3: Edition 3')
    expect(screen.getAllByRole('button', { name: 'Activate' })).toHaveLength(1)
  })

  it.each([
    { act: 'Approve', body: { status: 'approved', comments: 'Agreed.' } },
    { act: 'Reject', body: { status: 'rejected', comments: 'Agreed.' } },
  ])("$act sends the decision and says 'Approval status updated'", async ({ act, body }) => {
    const pending = fixedPending(2)
    const call = `PATCH /api/approvals/${pending.id}`
    const { person, server } = renderApprovals({
      versions: [approved],
      pending: [pending],
      responses: { [call]: () => Response.json({ ...pending, status: body.status }) },
    })
    await person.click(await screen.findByRole('button', { name: 'Review' }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText('Text of edition 2.')
    await person.type(dialog.getByLabelText(/^Comments/), 'Agreed.')
    server.now({ 'GET /api/approvals/pending': () => Response.json([]) })
    await person.click(dialog.getByRole('button', { name: act }))
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ title: 'Success', description: 'Approval status updated' }),
    )
    expect(server.requests(call)[0]?.body).toEqual(body)
    await screen.findByText('No pending approvals')
  })
})
