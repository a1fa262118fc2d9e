// @vitest-environment happy-dom
import { render, screen, waitFor } from '@testing-library/react'
import { useLayoutEffect, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { removeRenderedPage } from './rendered-page.ts'

const html = `<form>
  <input name="email"><textarea name="message"></textarea>
  <input type="radio" name="question-1" value="Yes"><input type="radio" name="question-1" value="No">
</form>`

function Form() {
  const [fields, setFields] = useState({ email: '', message: '', choice: '' })
  useLayoutEffect(removeRenderedPage, [])
  const choose = (choice: string) => () => setFields((now) => ({ ...now, choice }))
  return (
    <form aria-label={JSON.stringify(fields)}>
      <input
        name="email"
        value={fields.email}
        onChange={({ target: { value } }) => setFields((now) => ({ ...now, email: value }))}
      />
      <textarea
        name="message"
        value={fields.message}
        onChange={({ target: { value } }) => setFields((now) => ({ ...now, message: value }))}
      />
      {['Yes', 'No'].map((value) => (
        <input
          key={value}
          type="radio"
          name="question-1"
          value={value}
          checked={fields.choice === value}
          onChange={choose(value)}
        />
      ))}
    </form>
  )
}

afterEach(() => document.body.replaceChildren())

it('what was typed and chosen in the HTML of a page is in the screen that replaces it, focus included', async () => {
  document.body.innerHTML = `<div id="rendered-page">${html}</div><div id="root"></div>`
  const [email, message, , no] = document.querySelectorAll<HTMLInputElement>('[name]')
  if (!email || !message || !no) throw new Error('The page has no form.')
  no.checked = true
  email.value = 'ada@example.com'
  message.value = 'Please call.'
  message.focus()
  message.setSelectionRange(6, 6)
  render(<Form />, { container: document.querySelector<HTMLElement>('#root') ?? document.body })
  expect(document.querySelector('#rendered-page')).toBeNull()
  const kept = { email: 'ada@example.com', message: 'Please call.', choice: 'No' }
  const form = screen.getByRole<HTMLFormElement>('form')
  expect(JSON.parse(form.getAttribute('aria-label') ?? '')).toEqual(kept)
  const focused = document.activeElement as HTMLTextAreaElement
  expect(focused.name).toBe('message')
  await waitFor(() => expect(focused.selectionStart).toBe(6))
})
