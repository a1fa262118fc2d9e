// @vitest-environment happy-dom
import type { VersionText } from '@portal/contracts/versions'
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { readToasts } from '@portal/ui/toast'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { differenceCall, fixedDifference, renderDifference, versionIds } from './testing/fixed-difference.ts'
import { fixedPending, fixedVersion } from './testing/fixed-versions.ts'
import { gifts, giftsVersion, renderDocument } from './testing/render-document.tsx'
import { renderApprovals } from './testing/render-versions.tsx'

const { documentId, versionId } = giftsVersion
const underApproval = {
  ...giftsVersion,
  ...{ isCurrent: false, status: 'pending_approval' as const, approvedAt: null, mayComment: true },
}
const asked = fixedPending(1)
const pending = { ...asked, version: { ...asked.version, id: versionId, documentId } }
const decideCall = `PATCH /api/approvals/${pending.id}`
const decisionCard = async () => within(await screen.findByRole('region', { name: 'Your decision' }))

/** The first version of a document that is not in force, and that this reader may not see. */
function renderFirstVersion(
  responses: Readonly<Record<string, () => Response>> = {},
  version: VersionText = underApproval,
) {
  return renderDocument({
    role: 'team_member',
    versions: [version],
    search: `?version=${versionId}`,
    responses: {
      [`GET /api/documents/${gifts.id}`]: () => errorResponse(404, 'Not found'),
      [`GET /api/documents/${gifts.id}/versions`]: () => Response.json([]),
      [`GET /api/documents/${gifts.id}/versions/${versionId}/comments`]: () => Response.json([]),
      'GET /api/approvals/pending': () => Response.json([pending]),
      ...responses,
    },
  })
}

describe('an approver who may not see the document', () => {
  it('reads the version that awaits their decision, and is told that it is not in force', async () => {
    renderFirstVersion()
    await screen.findByRole('heading', { level: 1, name: 'Gifts Policy' })
    await screen.findByText('This is version 1, which is not in force: it awaits approval.')
    const article = await screen.findByRole('article', { name: 'Text of Gifts Policy' })
    expect(article.textContent).toContain('Every gift is registered within 5 days.')
    screen.getByRole('button', { name: /^Comments/ })
    screen.getByRole('button', { name: 'Original file' })
    expect(screen.getByRole('link', { name: 'Approvals' }).getAttribute('href')).toBe('/approvals')
  })

  it('is told of a draft of their own that changes were requested', async () => {
    const draft = { ...underApproval, status: 'draft' as const, areChangesRequested: true }
    renderFirstVersion({}, draft)
    await screen.findByText('This is version 1, which is not in force: changes were requested.')
  })

  it('decides beside the text, with a comment, and goes back to what else awaits them', async () => {
    const { person, server, navigations } = renderFirstVersion({
      [decideCall]: () => Response.json({ ...pending, status: 'rejected' }),
    })
    const card = await decisionCard()
    await person.type(card.getByLabelText(/^Comments/), 'Name the owner.')
    await person.click(card.getByRole('button', { name: 'Reject' }))
    await waitFor(() =>
      expect(server.requests(decideCall)[0]?.body).toEqual({
        status: 'rejected',
        comments: 'Name the owner.',
      }),
    )
    await waitFor(() => expect(navigations).toEqual(['/approvals']))
    expect(readToasts().toasts[0]).toMatchObject({ description: 'Approval status updated' })
  })

  it('keeps the comment when the decision fails', async () => {
    const { person, navigations } = renderFirstVersion({
      [decideCall]: () => errorResponse(409, 'This approval was decided meanwhile.'),
    })
    const card = await decisionCard()
    await person.type(card.getByLabelText(/^Comments/), 'Agreed.')
    await person.click(card.getByRole('button', { name: 'Approve' }))
    await waitFor(() =>
      expect(readToasts().toasts[0]?.description).toBe('This approval was decided meanwhile.'),
    )
    expect(card.getByLabelText<HTMLTextAreaElement>(/^Comments/).value).toBe('Agreed.')
    expect(navigations).toEqual([])
  })

  it('decides on a version whose file could not be read, which says why and can be saved', async () => {
    const reason = 'No text was found in this file.'
    const unread = fixedVersion(1, {
      ...{ id: versionId, documentId, title: 'Scanned', status: 'pending_approval', isActive: false },
      ingestion: { state: 'failed', reason, passages: null },
    })
    renderFirstVersion({
      [`GET /api/documents/${gifts.id}/versions/${versionId}/text`]: () => errorResponse(404, 'Not found'),
      [`GET /api/documents/${gifts.id}/versions`]: () => Response.json([unread]),
    })
    await screen.findByRole('heading', { level: 1, name: 'Scanned' })
    screen.getByText(reason)
    screen.getByRole('button', { name: 'Original file' })
    const card = await decisionCard()
    card.getByRole('button', { name: 'Reject' })
  })

  it('learns nothing of a version that they are not asked about', async () => {
    renderFirstVersion({
      [`GET /api/documents/${gifts.id}/versions/${versionId}/text`]: () => errorResponse(404, 'Not found'),
    })
    await screen.findByText('This document is not available')
    expect(screen.queryByRole('article')).toBeNull()
  })
})

describe('a comment on a version that somebody else decides meanwhile', () => {
  const words = 'This no longer awaits your decision. You can still copy what you have typed.'
  const nobody = { 'GET /api/approvals/pending': () => Response.json([]) }
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Comments/ })
  const acts = ['Request changes', 'Reject', 'Approve'] as const

  async function assertKept(): Promise<void> {
    await screen.findByText(words)
    expect((await field()).value).toBe('Name the owner.')
    expect((await field()).readOnly).toBe(true)
    for (const name of acts) expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true)
  }

  it('stays in the review of the list, which says that nothing is to be decided', async () => {
    const { person, server, refetch } = renderApprovals({ pending: [asked], versions: [fixedVersion(1)] })
    await person.click(await screen.findByRole('button', { name: 'Review' }))
    await person.type(await field(), 'Name the owner.')
    server.now(nobody)
    await refetch()
    await assertKept()
    expect(screen.getByRole('dialog')).toBeTruthy()
    expect(screen.queryByLabelText(/^Delegate to/)).toBeNull()
  })

  it('stays beside the text, which is now in force', async () => {
    const { person, server, refetch } = renderFirstVersion()
    await decisionCard()
    await person.type(await field(), 'Name the owner.')
    const text = `GET /api/documents/${gifts.id}/versions/${versionId}/text`
    server.now({ ...nobody, [text]: () => Response.json({ ...underApproval, status: 'approved' }) })
    await refetch()
    await assertKept()
  })

  it('stays when the version is not shown to the approver any more', async () => {
    const { person, server, refetch } = renderFirstVersion()
    await decisionCard()
    await person.type(await field(), 'Name the owner.')
    const text = `GET /api/documents/${gifts.id}/versions/${versionId}/text`
    server.now({ ...nobody, [text]: () => errorResponse(404, 'Not found') })
    await refetch()
    await assertKept()
    expect(screen.queryByRole('article')).toBeNull()
  })

  it('is not held back where nothing was typed', async () => {
    const { server, refetch } = renderFirstVersion()
    await decisionCard()
    server.now(nobody)
    await refetch()
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Your decision' })).toBeNull())
  })
})

describe('the decision', () => {
  it('is taken on the page of the difference too', async () => {
    const [, after = ''] = versionIds
    const difference = fixedDifference()
    const under = { ...difference.after, status: 'pending_approval', mayComment: true }
    const ofDifference = { ...pending, version: { ...pending.version, id: after, version: 2 } }
    renderDifference({
      responses: {
        [differenceCall]: () => Response.json({ ...difference, after: under }),
        'GET /api/approvals/pending': () => Response.json([ofDifference]),
      },
    })
    const card = await decisionCard()
    const request = card.getByRole<HTMLButtonElement>('button', { name: 'Request changes' })
    expect(request.disabled).toBe(true)
  })

  it('is offered to nobody who is not asked', async () => {
    renderFirstVersion({ 'GET /api/approvals/pending': () => Response.json([]) })
    await screen.findByRole('article', { name: 'Text of Gifts Policy' })
    expect(screen.queryByRole('region', { name: 'Your decision' })).toBeNull()
  })
})
