// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

it('a busy button cannot be pressed again and says that it is busy', async () => {
  const onClick = vi.fn()
  render(
    <Button busy onClick={onClick}>
      Creating...
    </Button>,
  )
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Creating...', busy: true })
  await userEvent.click(button)
  expect(button.disabled).toBe(true)
  expect(onClick).not.toHaveBeenCalled()
})

it('a button inside a form does not submit it unless told to', async () => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form onSubmit={onSubmit}>
      <Button>Back</Button>
      <Button type="submit">Create</Button>
    </form>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect(onSubmit).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Create' }))
  expect(onSubmit).toHaveBeenCalledOnce()
})

it('a link can look like a button and stay a link', () => {
  render(
    <Button asChild variant="primary">
      <a href="/api/login">Login</a>
    </Button>,
  )
  expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/api/login')
})

it('an icon button is named by its label', () => {
  render(<IconButton label="Close" icon={<svg aria-hidden="true" />} />)
  expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy()
})
