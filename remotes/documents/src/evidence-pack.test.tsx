// @vitest-environment happy-dom
import type { EvidencePack } from '@portal/contracts/evidence'
import { catchSavedFiles } from '@portal/remote-kit/catch-saved-files'
import { errorResponse, fileResponse } from '@portal/remote-kit/fixed-server'
import { readToasts } from '@portal/ui/toast'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fixedDocument } from './testing/fixed-documents.ts'
import { type DocumentSetup, gifts, renderDocument } from './testing/render-document.tsx'
import { renderLibrary } from './testing/render-library.tsx'

const made: EvidencePack = {
  id: '0190a0a0-0000-7000-8000-000000000001',
  ...{ documentId: null, from: null, to: '2026-03-01T00:00:00.000Z' },
  ...{ createdAt: '2026-03-01T00:00:00.000Z', expiresAt: '2026-03-02T00:00:00.000Z' },
  ...{ documents: 2, versions: 1, sizeBytes: 38 * 1024 },
}
const call = 'POST /api/evidence-packs'
const fingerprint = 'ab'.repeat(32)
const responses = {
  [call]: () => Response.json(made, { status: 201 }),
  'GET /api/audit/key': () => Response.json({ kty: 'OKP', crv: 'Ed25519', x: 'x', fingerprint }),
}
const open = async () => within(await screen.findByRole('dialog', { name: 'Evidence pack' }))
const button = { name: 'Evidence pack' }

describe('an evidence pack', () => {
  it("is made of a document from its page, and offered with its size and the key's fingerprint", async () => {
    const { person, server } = renderDocument({ responses })
    await person.click(await screen.findByRole('button', button))
    const form = await open()
    expect(form.getByText('“Gifts Policy”')).toBeTruthy()
    await person.click(form.getByRole('button', { name: 'Make pack' }))
    const ready = within(await screen.findByRole('dialog', { name: 'The evidence pack is ready' }))
    expect(server.requests(call).map(({ body }) => body)).toEqual([{ documentId: gifts.id }])
    ready.getByText(/^2 documents, 1 version, about 38 KB\./)
    await ready.findByText(fingerprint)
    const link = ready.getByRole('link', { name: 'Download' })
    expect(link.getAttribute('href')).toBe(`/api/evidence-packs/${made.id}/file`)
  })

  const file = `/api/evidence-packs/${made.id}/file`
  const makePack = async (setup: DocumentSetup) => {
    const saved = catchSavedFiles()
    const rendered = renderDocument({ ...setup, responses: { ...responses, ...setup.responses } })
    await rendered.person.click(await screen.findByRole('button', button))
    await rendered.person.click((await open()).getByRole('button', { name: 'Make pack' }))
    await rendered.person.click(await screen.findByRole('link', { name: 'Download' }))
    return { ...rendered, saved }
  }

  it('is streamed to disk by the browser', async () => {
    const { server, saved } = await makePack({
      responses: { [`HEAD ${file}`]: () => fileResponse() },
    })
    await waitFor(() => expect(saved).toEqual([{ name: '', address: file }]))
    expect(server.requests(`GET ${file}`)).toEqual([])
  })

  it('is downloaded with a stored token under the name that the server gives it', async () => {
    const { server, saved } = await makePack({
      token: 'a.b.c',
      responses: { [`GET ${file}`]: () => fileResponse('attachment; filename="evidence-2026-03-01.zip"') },
    })
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['evidence-2026-03-01.zip']))
    expect(server.requests(`GET ${file}`)[0]?.headers.get('authorization')).toBe('Bearer a.b.c')
  })

  it('without any document is not offered: its form says that the period has none', async () => {
    const empty = () => Response.json({ ...made, documents: 0, versions: 0, sizeBytes: 0 }, { status: 201 })
    const { person } = renderDocument({ responses: { ...responses, [call]: empty } })
    await person.click(await screen.findByRole('button', button))
    const form = await open()
    await person.click(form.getByRole('button', { name: 'Make pack' }))
    await form.findByText('No document was in force or worked on in this period.')
    expect(screen.queryByRole('link', { name: 'Download' })).toBeNull()
  })

  it('is made of all documents in the library, of a period that is checked before it is sent', async () => {
    const { person, server } = renderLibrary({ documents: [fixedDocument(1)], responses })
    await person.click(await screen.findByRole('button', button))
    const form = await open()
    const choose = (label: RegExp, day: string) =>
      fireEvent.change(form.getByLabelText(label), { target: { value: day } })
    choose(/First day/, '2026-02-02')
    choose(/Last day/, '2026-02-01')
    await person.click(form.getByRole('button', { name: 'Make pack' }))
    await form.findByText('The last day must not be before the first.')
    expect(server.requests(call)).toEqual([])
    choose(/Last day/, '2026-02-28')
    await person.click(form.getByRole('button', { name: 'Make pack' }))
    await screen.findByRole('dialog', { name: 'The evidence pack is ready' })
    expect(server.requests(call).map(({ body }) => body)).toEqual([{ from: '2026-02-02', to: '2026-02-28' }])
  })

  it('that cannot be made says why, and the form stays', async () => {
    const tooLarge = 'This period has 9000 documents: more than one pack can hold.'
    const { person } = renderLibrary({
      documents: [fixedDocument(1)],
      responses: { ...responses, [call]: () => errorResponse(413, tooLarge) },
    })
    await person.click(await screen.findByRole('button', button))
    await person.click((await open()).getByRole('button', { name: 'Make pack' }))
    await waitFor(() => expect(readToasts().toasts[0]?.description).toBe(tooLarge))
    await open()
  })

  it.each(['manager', 'team_member'] as const)('is not offered to a %s', async (role) => {
    renderDocument({ role, responses })
    await screen.findByRole('heading', { level: 1, name: 'Gifts Policy' })
    expect(screen.queryByRole('button', button)).toBeNull()
  })
})
