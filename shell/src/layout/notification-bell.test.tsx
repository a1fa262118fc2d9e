// @vitest-environment happy-dom
import type { Notification } from '@portal/contracts/notifications'
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { renderScreen, type ScreenSetup } from '@portal/remote-kit/render-screen'
import { fixedSession } from '@portal/remote-kit/test-portal'
import { toast } from '@portal/ui/toast'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { NotificationBell } from './notification-bell.tsx'

const approval: Notification = {
  id: '0190a000-0000-7000-8000-000000000001',
  kind: 'approval.requested',
  title: 'Travel',
  text: 'Version 2 awaits your approval',
  link: '/approvals',
  dueAt: null,
  isRead: false,
  createdAt: '2026-11-01T10:00:00.000Z',
}

const renderBell = (responses: ScreenSetup['responses'] = {}, setup: ScreenSetup = {}) =>
  renderScreen(NotificationBell, {
    ...setup,
    responses: {
      'GET /api/notifications/unread': () => Response.json({ unread: 1 }),
      'GET /api/notifications': () => Response.json([approval]),
      'PUT /api/notifications/read': () => Response.json({ unread: 0 }),
      ...responses,
    },
  })

it('counts what is unread and leads to it, which reads it', async () => {
  const { person, navigations, server } = renderBell()
  await person.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }))
  const list = within(await screen.findByRole('region', { name: 'Newest notifications' }))
  await person.click(await list.findByRole('link', { name: /^Unread: Version 2 awaits your approval/ }))
  expect(navigations).toEqual(['/approvals'])
  expect(screen.queryByRole('region', { name: 'Newest notifications' })).toBeNull()
  await waitFor(() =>
    expect(server.requests('PUT /api/notifications/read').map(({ body }) => body)).toEqual([
      { ids: [approval.id] },
    ]),
  )
})

it('leads to all of them', async () => {
  const { person, navigations } = renderBell()
  await person.click(screen.getByRole('button', { name: /^Notifications/ }))
  await person.click(await screen.findByRole('link', { name: 'See all' }))
  expect(navigations).toEqual(['/notifications'])
})

it('says that nothing has happened yet', async () => {
  const { person } = renderBell({
    'GET /api/notifications/unread': () => Response.json({ unread: 0 }),
    'GET /api/notifications': () => Response.json([]),
  })
  await person.click(screen.getByRole('button', { name: 'Notifications' }))
  expect(await screen.findByText('Nothing has happened that concerns you.')).toBeTruthy()
})

it('has no count while the service is away, says so when opened, and still shows the errors', async () => {
  const away = () => errorResponse(503, 'This part of the portal is away.')
  const { person, server } = renderBell({
    'GET /api/notifications/unread': away,
    'GET /api/notifications': away,
  })
  await waitFor(() => expect(server.requests('GET /api/notifications/unread')).toHaveLength(1))
  act(() => {
    toast({ title: 'Error', description: 'Failed to delete document', variant: 'error' })
  })
  await person.click(screen.getByRole('button', { name: 'Notifications, 1 error' }))
  expect(await screen.findByText('Your notifications could not be loaded')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Errors in this visit' })).toBeTruthy()
  expect(screen.getByText('Failed to delete document')).toBeTruthy()
  server.now({ 'GET /api/notifications': () => Response.json([approval]) })
  await person.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Version 2 awaits your approval')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Clear all' }))
  expect(screen.queryByRole('heading', { name: 'Errors in this visit' })).toBeNull()
})

it('has no count that could not be read again, and reads it when it is opened', async () => {
  const count = 'GET /api/notifications/unread'
  const { person, server } = renderBell()
  await person.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }))
  server.now({ [count]: () => errorResponse(503, 'This part of the portal is away.') })
  await person.click(await screen.findByRole('link', { name: /^Unread: Version 2/ }))
  const bell = await screen.findByRole('button', { name: 'Notifications' })
  server.now({ [count]: () => Response.json({ unread: 3 }) })
  await person.click(bell)
  await screen.findByRole('button', { name: 'Notifications, 3 unread', hidden: true })
})

it('asks for nothing without an organization', async () => {
  const { person, server } = renderBell({}, { session: fixedSession(null) })
  await person.click(screen.getByRole('button', { name: 'Notifications' }))
  expect(screen.getByText('No errors in this visit.')).toBeTruthy()
  expect(server.requests('GET /api/notifications/unread')).toEqual([])
})
