// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { NotificationList } from './notification-list.tsx'
import { toast } from './toast.ts'

it('counts the errors of the visit in its name, lists them, and lets each be dismissed', async () => {
  const person = userEvent.setup()
  render(<NotificationList />)
  act(() => {
    toast({ title: 'Upload failed', description: 'Upload failed: Unknown error', variant: 'error' })
    toast({ title: 'Error', description: 'Failed to delete document', variant: 'error' })
  })
  await person.click(screen.getByRole('button', { name: 'Notifications, 2 errors' }))
  expect(screen.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)).toEqual([
    'Error',
    'Upload failed',
  ])
  await person.click(screen.getByRole('button', { name: 'Dismiss: Error' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  await person.click(screen.getByRole('button', { name: 'Clear all' }))
  expect(screen.getByText('No errors in this visit.')).toBeTruthy()
})

it('says how much is unread in its name, and shows what it is given until that closes it', async () => {
  const person = userEvent.setup()
  render(
    <NotificationList unread={120}>
      {(close) => (
        <button type="button" onClick={close}>
          Travel was approved
        </button>
      )}
    </NotificationList>,
  )
  const bell = screen.getByRole('button', { name: 'Notifications, 120 unread' })
  expect(bell.textContent).toBe('99+')
  await person.click(bell)
  await person.click(screen.getByRole('button', { name: 'Travel was approved' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})
