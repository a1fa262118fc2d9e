// @vitest-environment happy-dom
import { fixedSession } from '@portal/remote-kit/test-portal'
import { readToasts } from '@portal/ui/toast'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fixedThread } from './testing/fixed-comments.ts'
import { fixedPending, fixedPolicy, fixedVersion } from './testing/fixed-versions.ts'
import { renderApprovals } from './testing/render-versions.tsx'

const me = fixedSession('manager').person?.id ?? ''
const version = fixedVersion(2)
const pending = fixedPending(2, { approverUserId: me })

function renderInbox(responses = {}) {
  const comments = `GET /api/documents/${fixedPolicy.id}/versions/${version.id}/comments`
  const text = 'Keep records for ten years. Destroy them afterwards.'
  const open = fixedThread(1, { text, quote: 'ten years' })
  const resolved = { resolvedAt: '2026-01-17T10:20:00.000Z', resolvedBy: me }
  const done = fixedThread(2, { text, quote: 'afterwards' }, resolved)
  return renderApprovals({
    role: 'manager',
    versions: [version],
    pending: [pending],
    responses: { [comments]: () => Response.json([open, done]), ...responses },
  })
}

describe('product §2: a review', () => {
  it('shows the comments that are still open, and where they can be answered', async () => {
    const { person } = renderInbox()
    await person.click(await screen.findByRole('button', { name: 'Review' }))
    const comments = within(await screen.findByRole('region', { name: 'Open comments' }))
    expect(comments.getByRole('heading').textContent).toBe('1 open comment')
    expect(comments.getByText('Remark 1.')).toBeTruthy()
    expect(comments.queryByText('Remark 2.')).toBeNull()
    expect(comments.getByRole('link').getAttribute('href')).toContain('comments=all')
  })

  it.each([
    { title: fixedPolicy.title, times: 0 },
    { title: 'Another title', times: 1 },
  ])('names the document beside a version titled "$title" $times times', async ({ title, times }) => {
    const renamed = { ...pending, version: { ...pending.version, title } }
    const { person } = renderInbox({ 'GET /api/approvals/pending': () => Response.json([renamed]) })
    await person.click(await screen.findByRole('button', { name: 'Review' }))
    const dialog = within(await screen.findByRole('dialog', { name: `Review version 2: ${title}` }))
    expect(dialog.queryAllByText(fixedPolicy.title)).toHaveLength(times)
  })

  it("that is delegated says 'Approval delegated'", async () => {
    const call = `POST /api/approvals/${pending.id}/delegate`
    const delegated = () => Response.json({ ...pending, delegateUserId: 'colleague' })
    const { person } = renderInbox({ [call]: delegated })
    await person.click(await screen.findByRole('button', { name: 'Review' }))
    await person.selectOptions(await screen.findByLabelText(/^Delegate to/), 'colleague')
    await person.click(screen.getByRole('button', { name: 'Delegate' }))
    await waitFor(() => expect(readToasts().toasts[0]).toMatchObject({ description: 'Approval delegated' }))
  })
})
