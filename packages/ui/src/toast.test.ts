import { afterEach, beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(async () => {
  const { dismissNotice, dismissToast, readToasts } = await import('./toast.ts')
  for (const { id } of readToasts().toasts) dismissToast(id)
  dismissNotice('all')
  vi.runAllTimers()
  vi.useRealTimers()
})

it('a toast raised by one front end is seen by another that compiled its own copy', async () => {
  const shell = await import('./toast.ts')
  vi.resetModules()
  const remote = await import('./toast.ts')
  expect(remote.toast).not.toBe(shell.toast)
  remote.toast({ title: 'Success', description: 'Document uploaded successfully', variant: 'success' })
  expect(shell.readToasts().toasts).toMatchObject([{ title: 'Success', isOpen: true }])
})

it('an error stays in the notification list after its toast is gone, other messages do not', async () => {
  const { readToasts, toast, toastRules } = await import('./toast.ts')
  toast({ title: 'Upload failed', description: 'Upload failed: Unknown error', variant: 'error' }).dismiss()
  vi.advanceTimersByTime(toastRules.removeAfterDismissMs)
  toast({ title: 'Success', variant: 'success' })
  expect(readToasts().toasts.map(({ title }) => title)).toEqual(['Success'])
  expect(readToasts().notices.map(({ title }) => title)).toEqual(['Upload failed'])
})

it("a person's own error of typing shows, and is not kept: it lights no bell", async () => {
  const { readToasts, toast } = await import('./toast.ts')
  toast({ title: 'Email Required', description: 'Please enter an email address', variant: 'invalid' })
  expect(readToasts().toasts.map(({ title }) => title)).toEqual(['Email Required'])
  expect(readToasts().notices).toEqual([])
})

it('the removal of a replaced toast does not take its successor away', async () => {
  const { readToasts, toast, toastRules } = await import('./toast.ts')
  toast({ title: 'First' }).dismiss()
  vi.advanceTimersByTime(toastRules.removeAfterDismissMs - 1)
  toast({ title: 'Second' })
  vi.advanceTimersByTime(1)
  expect(readToasts().toasts.map(({ title }) => title)).toEqual(['Second'])
})

it('listeners hear every change until they leave', async () => {
  const { dismissToast, readToasts, subscribeToasts, toast } = await import('./toast.ts')
  const listener = vi.fn()
  const leave = subscribeToasts(listener)
  toast({ title: 'Saved' })
  dismissToast(readToasts().toasts[0]?.id ?? 0)
  expect(listener).toHaveBeenCalledTimes(2)
  leave()
  toast({ title: 'Saved again' })
  expect(listener).toHaveBeenCalledTimes(2)
})
