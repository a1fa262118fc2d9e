// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { usePageHere } from './use-page-here.ts'

let pageHeight = 500
let scrolled = 0

/** Three pages, 100 px below the top of the document. */
function Pages() {
  const list = useRef<HTMLDivElement>(null)
  const { here, keepPosition } = usePageHere(list, 3, () => undefined)
  return (
    <>
      <output>{here}</output>
      <button type="button" onClick={keepPosition}>
        Keep
      </button>
      <div
        ref={(element) => {
          list.current = element
          for (const [at, page] of [...(element?.children ?? [])].entries())
            page.getBoundingClientRect = () =>
              new DOMRect(0, 100 + at * pageHeight - scrolled, 300, pageHeight)
        }}
      >
        <p>One</p>
        <p>Two</p>
        <p>Three</p>
      </div>
    </>
  )
}

async function scrollTo(top: number): Promise<void> {
  scrolled = top
  await act(async () => {
    window.dispatchEvent(new Event('scroll'))
    await new Promise(requestAnimationFrame)
  })
}

beforeEach(() => {
  pageHeight = 500
  scrolled = 0
  window.innerHeight = 1000
  vi.spyOn(window, 'scrollBy').mockImplementation((_, by) => {
    scrolled += Number(by)
  })
})

it('what is read on a page is still there after the pages have got another size', async () => {
  render(<Pages />)
  // The line, at 400, is in the middle of the second page.
  await scrollTo(450)
  expect(screen.getByRole('status').textContent).toBe('2')
  pageHeight = 800
  screen.getByRole('button').click()
  // 100 + 800 + 400 in the document, at 400 in the window.
  expect(scrolled).toBe(900)
})

it('above the pages everything stays where it is', async () => {
  render(<Pages />)
  screen.getByRole('button').click()
  window.innerHeight = 200
  await scrollTo(10)
  screen.getByRole('button').click()
  expect(scrolled).toBe(10)
})
