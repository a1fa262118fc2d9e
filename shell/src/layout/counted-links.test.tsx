// @vitest-environment happy-dom
import { fixedSession } from '@portal/remote-kit/test-portal'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderLayout } from '../testing/render-layout.tsx'

const approvals = () => screen.queryByRole('link', { name: /^Approvals/ })

it.each(['admin', 'manager', 'team_member'] as const)(
  'a link to what waits says how much waits for a %s',
  async (role) => {
    renderLayout({ session: fixedSession(role), chosen: 'sidebar', pending: 3 })
    await waitFor(() => expect(approvals()?.textContent).toBe('Approvals3'))
  },
)

it('is hidden while nothing waits, unless it leads to the page that is open', async () => {
  renderLayout({ chosen: 'sidebar', path: '/approvals' })
  expect(approvals()?.textContent).toBe('Approvals')
})

it('is hidden elsewhere while nothing waits', async () => {
  renderLayout({ chosen: 'sidebar' })
  await screen.findByRole('link', { name: 'Documents' })
  await screen.findByText('Legal & Compliance')
  expect(approvals()).toBeNull()
})
