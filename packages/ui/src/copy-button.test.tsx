// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { CopyButton } from './copy-button.tsx'

afterEach(() => {
  vi.restoreAllMocks()
})

it('copies the value and says so', async () => {
  const person = userEvent.setup()
  render(<CopyButton value="KQWXYZ" label="Copy join code" />)
  await person.click(screen.getByRole('button', { name: 'Copy join code' }))
  expect(await screen.findByText('Copied')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('KQWXYZ')
})

it('says that it could not when the browser refuses', async () => {
  const person = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'))
  render(<CopyButton value="KQWXYZ" label="Copy join code" />)
  await person.click(screen.getByRole('button', { name: 'Copy join code' }))
  expect(await screen.findByText('Could not copy')).toBeTruthy()
})
