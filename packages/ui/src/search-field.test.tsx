// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { SearchField } from './search-field.tsx'

function Library() {
  const [text, setText] = useState('')
  return (
    <>
      <SearchField label="Search documents" value={text} onValueChange={setText} />
      <textarea aria-label="Comment" />
    </>
  )
}

const searchBox = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search documents' })

it('a slash focuses the search box, and Esc empties it', async () => {
  const person = userEvent.setup()
  render(<Library />)
  await person.keyboard('/leave')
  expect(searchBox().value).toBe('leave')
  await person.keyboard('{Escape}')
  expect(searchBox().value).toBe('')
  expect(document.activeElement).toBe(searchBox())
})

it('a second search box of a page leaves the slash to the first', async () => {
  const person = userEvent.setup()
  render(
    <>
      <Library />
      <SearchField label="Search invitations" hasShortcut={false} value="" onValueChange={() => undefined} />
    </>,
  )
  await person.keyboard('/')
  expect(document.activeElement).toBe(searchBox())
})

it('a slash typed into another field stays there', async () => {
  const person = userEvent.setup()
  render(<Library />)
  await person.type(screen.getByRole('textbox', { name: 'Comment' }), 'and/or')
  expect(searchBox().value).toBe('')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' }).value).toBe('and/or')
})

it('the clear button empties the box and keeps the focus in it', async () => {
  const person = userEvent.setup()
  render(<Library />)
  await person.type(searchBox(), 'leave')
  await person.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(searchBox().value).toBe('')
  expect(document.activeElement).toBe(searchBox())
})

it('Enter does not submit the form that the box is in', async () => {
  const person = userEvent.setup()
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form onSubmit={onSubmit}>
      <Library />
      <button type="submit">Save</button>
    </form>,
  )
  await person.type(searchBox(), 'leave{Enter}')
  expect(onSubmit).not.toHaveBeenCalled()
})
