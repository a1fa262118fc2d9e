import { expect, it } from 'vitest'
import { pagesOfText } from './pages-of-text.ts'

it('the text of a version is divided at its pages, and nothing is left out', () => {
  const text = 'Doors\n\nDoors are locked.\n\nWindows are shut.'
  const pages = [{ page: 3, start: text.indexOf('Windows') }]
  expect(pagesOfText({ text, pages })).toEqual([
    { page: 1, text: 'Doors\n\nDoors are locked.' },
    { page: 3, text: 'Windows are shut.' },
  ])
})

it('a text that begins on the second page has nothing on the first', () => {
  const pages = [{ page: 2, start: 0 }]
  expect(pagesOfText({ text: 'Doors are locked.', pages })).toEqual([{ page: 2, text: 'Doors are locked.' }])
})
