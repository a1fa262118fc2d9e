// @vitest-environment happy-dom
import type { Notification, NotificationSettings } from '@portal/contracts/notifications'
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { renderScreen, type ScreenSetup } from '@portal/remote-kit/render-screen'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Screen } from './routes/notifications.tsx'

const fixedNotification = (nth: number, changes: Partial<Notification> = {}): Notification => ({
  id: `0190a000-0000-7000-8000-${String(nth).padStart(12, '0')}`,
  kind: 'approval.requested',
  title: `Policy ${nth}`,
  text: 'Version 2 awaits your approval',
  link: '/approvals',
  dueAt: null,
  isRead: false,
  createdAt: '2026-11-01T10:00:00.000Z',
  ...changes,
})
const daily: NotificationSettings = { hasDigest: true, hour: 7, timeZone: 'Europe/Berlin', problem: null }

const renderPage = (notifications: readonly Notification[], responses: ScreenSetup['responses'] = {}) =>
  renderScreen(Screen, {
    role: 'team_member',
    path: '/notifications',
    responses: {
      'GET /api/notifications': () => Response.json(notifications),
      'GET /api/notifications/unread': () =>
        Response.json({ unread: notifications.filter(({ isRead }) => !isRead).length }),
      'GET /api/notifications/settings': () => Response.json(daily),
      'PUT /api/notifications/read': () => Response.json({ unread: 0 }),
      ...responses,
    },
  })
const sent = ({ server }: ReturnType<typeof renderPage>) =>
  server.requests('PUT /api/notifications/read').map(({ body }) => body)

it('lists what happened with a link to it, and reads what is followed', async () => {
  const review = fixedNotification(2, {
    kind: 'document.review_due',
    title: 'Cold chain',
    text: 'Review due on 3 December 2026',
    link: '/documents/7',
    isRead: true,
  })
  const page = renderPage([fixedNotification(1), review])
  await page.person.click(
    await screen.findByRole('link', { name: /^Review due on 3 December 2026 ?Cold chain/ }),
  )
  await page.person.click(
    screen.getByRole('link', { name: /^Unread: Version 2 awaits your approval ?Policy 1/ }),
  )
  expect(page.navigations).toEqual(['/documents/7', '/approvals'])
  await waitFor(() => expect(sent(page)).toEqual([{ ids: [fixedNotification(1).id] }]))
})

it('says until when something is asked for, and when that is past', async () => {
  renderPage([
    fixedNotification(1, { dueAt: '2099-01-01T00:00:00.000Z' }),
    fixedNotification(2, { dueAt: '2020-01-01T00:00:00.000Z' }),
  ])
  const [ahead, past] = await screen.findAllByRole('listitem')
  expect(ahead?.textContent).toMatch(/Due in \d+ years$/)
  expect(past?.textContent).toMatch(/Due \d+ years ago$/)
})

it('marks all that is shown as read, at once', async () => {
  const page = renderPage([fixedNotification(2), fixedNotification(1)])
  await page.person.click(await screen.findByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(sent(page)).toEqual([{ all: true, upTo: fixedNotification(2).id }]))
})

it('offers nothing to mark where everything is read, and explains an empty list', async () => {
  renderPage([])
  expect(await screen.findByText('No notifications')).toBeTruthy()
  const markAll = screen.getByRole('button', { name: 'Mark all as read' })
  expect(markAll.hasAttribute('disabled')).toBe(true)
})

it('reads older ones when asked to', async () => {
  const all = Array.from({ length: 60 }, (_, at) => fixedNotification(60 - at))
  const asked: (string | null)[] = []
  const page = renderPage(all, {
    'GET /api/notifications': (_, request) => {
      const cursor = new URL(request.url).searchParams.get('cursor')
      asked.push(cursor)
      const from = cursor === null ? 0 : all.findIndex(({ id }) => id === cursor) + 1
      return Response.json(all.slice(from, from + 50))
    },
  })
  await page.person.click(await screen.findByRole('button', { name: 'Show older notifications' }))
  await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(60))
  expect(asked).toEqual([null, all[49]?.id])
  expect(screen.queryByRole('button', { name: 'Show older notifications' })).toBeNull()
})

it('says when it cannot be loaded, and tries again', async () => {
  const page = renderPage([], {
    'GET /api/notifications': () => errorResponse(503, 'This part of the portal is away.'),
  })
  expect(await screen.findByText('Your notifications could not be loaded')).toBeTruthy()
  page.server.now({ 'GET /api/notifications': () => Response.json([fixedNotification(1)]) })
  await page.person.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Policy 1')).toBeTruthy()
})

it('switches the daily mail off and says when it comes', async () => {
  const page = renderPage([], {
    'PATCH /api/notifications/settings': () => Response.json({ ...daily, hasDigest: false }),
  })
  expect(await screen.findByText(/from 07:00 \(Europe\/Berlin\) on/)).toBeTruthy()
  page.server.now({ 'GET /api/notifications/settings': () => Response.json({ ...daily, hasDigest: false }) })
  const box = screen.getByRole('checkbox', { name: 'Send me a mail with what is new and unread' })
  await page.person.click(box)
  await waitFor(() => expect((box as HTMLInputElement).checked).toBe(false))
  expect(page.server.requests('PATCH /api/notifications/settings').map(({ body }) => body)).toEqual([
    { hasDigest: false },
  ])
})

it('keeps the choice as it was when changing it failed', async () => {
  const page = renderPage([], {
    'PATCH /api/notifications/settings': () => errorResponse(503, 'This part of the portal is away.'),
  })
  const box = await screen.findByRole('checkbox', { name: 'Send me a mail with what is new and unread' })
  await page.person.click(box)
  await waitFor(() => expect((box as HTMLInputElement).checked).toBe(true))
})

it('says why no mail is sent', async () => {
  const problem = 'Your e-mail address is not verified, so no mail is sent to it.'
  renderPage([], { 'GET /api/notifications/settings': () => Response.json({ ...daily, problem }) })
  expect(await screen.findByText(problem)).toBeTruthy()
})
