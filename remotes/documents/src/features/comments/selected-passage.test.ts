// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { selectedPassage } from './selected-passage.ts'

const text = 'First clause  of the\npolicy.\n\nRole\tLimit\nManager\tEUR 100\n\nLast clause.'
const quoteOf = ({ start, end }: { start: number; end: number }) => text.slice(start, end)

afterEach(() => document.body.replaceChildren())

/** The text as a page draws it: with other white space, numbers, deletions and buttons. */
function draw() {
  document.body.innerHTML = `
    <p>Around the text</p>
    <div data-passage="0 28"><span data-no-passage>6.1</span><span>First clause </span><del>was old</del><b>of the policy.</b>
      <button data-no-passage>Comment</button></div>
    <table data-passage="30 56"><tr><td>Role</td><td>Limit</td></tr><tr><td>Manager</td><td>EUR 100</td></tr></table>
    <div data-passage="58 70">Last clause.</div>`
  const nodes: Text[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node as Text)
  return (words: string) => {
    const node = nodes.find((each) => each.data.includes(words))
    if (!node) throw new Error(`The page does not say ${words}.`)
    return { node, at: node.data.indexOf(words) }
  }
}

function select(from: string, to: string) {
  const find = draw()
  const range = document.createRange()
  const [start, end] = [find(from), find(to)]
  range.setStart(start.node, start.at)
  range.setEnd(end.node, end.at + to.length)
  return selectedPassage(range, quoteOf)?.quote ?? null
}

describe('a selection', () => {
  it.each([
    ['within words', 'clause', 'clause', 'clause'],
    [
      'over markup and deleted words, which the version does not have',
      'First',
      'policy',
      'First clause  of the\npolicy',
    ],
    ['in a table', 'Limit', 'Manager', 'Limit\nManager'],
    ['over several paragraphs', 'of the', 'Last', 'of the\npolicy.\n\nRole\tLimit\nManager\tEUR 100\n\nLast'],
  ])('%s is the passage of the text', (_, from, to, quote) => expect(select(from, to)).toBe(quote))

  it('outside the text is none', () => expect(select('Around', 'the text')).toBeNull())

  it('of white space is none', () => {
    const find = draw()
    const range = document.createRange()
    const { node } = find('First clause ')
    range.setStart(node, 12)
    range.setEnd(node, 13)
    expect(selectedPassage(range, quoteOf)).toBeNull()
  })

  it('that leaves what the page has the text of ends with its paragraph', () => {
    const find = draw()
    const range = document.createRange()
    const [start, end] = [find('clause'), find('Last')]
    range.setStart(start.node, start.at)
    range.setEnd(end.node, 4)
    const onlyFirst = (span: { start: number; end: number }) => (span.end <= 28 ? quoteOf(span) : null)
    expect(selectedPassage(range, onlyFirst)?.quote).toBe('clause  of the\npolicy.')
  })
})
