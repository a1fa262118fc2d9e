// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { MoreRows } from './more-rows.tsx'

function Guests() {
  const [shown, setShown] = useState(20)
  return <MoreRows shown={shown} found={25} what="guests" onMore={() => setShown(25)} />
}

it('who asks for the last rows by keyboard goes on from there, not from the top of the page', async () => {
  const person = userEvent.setup()
  render(<Guests />)
  await person.tab()
  await person.keyboard('{Enter}')
  expect(screen.queryByRole('button')).toBeNull()
  expect(document.activeElement?.textContent).toBe('25 of 25 guests')
})
