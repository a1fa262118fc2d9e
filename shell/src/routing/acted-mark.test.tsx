// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { useActedMark } from './acted-mark.ts'

function Page({ path }: { readonly path: string }) {
  useActedMark(path)
  return <button type="button">Show people</button>
}

const isMarked = () => document.documentElement.hasAttribute('data-acted')

it('a page is marked by the first act on it, and another page begins without', async () => {
  const { rerender, getByRole } = render(<Page path="/documents" />)
  expect(isMarked()).toBe(false)
  await userEvent.click(getByRole('button'))
  expect(isMarked()).toBe(true)
  rerender(<Page path="/team" />)
  expect(isMarked()).toBe(false)
  await userEvent.keyboard('x')
  expect(isMarked()).toBe(true)
})
