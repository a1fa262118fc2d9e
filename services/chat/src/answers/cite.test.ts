import type { PassageQuote } from '@portal/service-kit/ports/chat-model'
import { describe, expect, it } from 'vitest'
import { passageSaying } from '../passage.fixture.ts'
import { cite, verifyCitations } from './cite.ts'

/** A citation of the parts of a text that are in double square brackets, `{}` the deciding one. */
function citeMarked(marked: string) {
  let text = ''
  let open = 0
  const context: { start: number; end: number }[] = []
  let decides = { start: 0, end: 0 }
  for (const piece of marked.split(/(\[\[|\]\]|\{|\})/)) {
    if (piece === '[[' || piece === '{') open = text.length
    else if (piece === ']]') context.push({ start: open, end: text.length })
    else if (piece === '}') decides = { start: open, end: text.length }
    else text += piece
  }
  const passage = passageSaying(text)
  const quote: PassageQuote = { passageId: passage.id, ...decides, context }
  return { text, passage, citation: cite(passage, quote, 1) }
}

describe('what an answer shows of a citation', () => {
  it.each([
    ['a clause', 'Before. {Records are kept.} After.', 'Records are kept.'],
    [
      'an item after its lead-in',
      '[[Staff must:]]\n\n- ask\n- {lock the door}\n- go',
      'Staff must:\n- lock the door',
    ],
    [
      'a lead-in with its list',
      '{Staff must:}\n\n[[- lock the door\n- go home]]',
      'Staff must:\n- lock the door\n- go home',
    ],
    [
      'a list of a Word file, which shows no bullets',
      '{Not allowed:}\n\n[[Winery tours\nTickets]]',
      'Not allowed:\n- Winery tours\n- Tickets',
    ],
    [
      'items with markers of their own',
      '[[a. Protection]]\n{i. Do not share it.} [[Ask.]]',
      'a. Protection\ni. Do not share it. Ask.',
    ],
    ['a row below its header', '[[Kind\tDays]]\nMarriage\t2\n{Moving\t1}', 'Kind | Days\nMoving | 1'],
    [
      'a row without the bars drawn around it',
      '[[| Kind | Days |]]\n{| Moving\t| 1 |}',
      'Kind | Days\nMoving | 1',
    ],
    [
      'what is left out of a paragraph',
      '[[It is kept.]] It is blue. {However, not here.}',
      'It is kept. … However, not here.',
    ],
    ['a line end that the layout made', 'The {high-\nsecurity area} is closed.', 'high-security area'],
  ])('is %s', (_, marked, shown) => {
    expect(citeMarked(marked).citation?.shown).toBe(shown)
  })
})

describe('a citation', () => {
  it('has its spans at the offsets of the version, as they are there', () => {
    const { passage, citation } = citeMarked('[[Staff must:]]\n- {go}')
    expect(citation).toMatchObject({
      start: passage.start + 14,
      end: passage.start + 16,
      quote: 'go',
      context: [{ start: passage.start, end: passage.start + 11, quote: 'Staff must:' }],
    })
  })

  it('is none with a span outside of the passage', () => {
    const passage = passageSaying('Short.')
    for (const [start, end] of [
      [-1, 3],
      [3, 3],
      [0, 7],
      [0.5, 3],
    ] as const) {
      const outside = { start, end }
      const quote = { passageId: passage.id, start: 0, end: 5 }
      expect(cite(passage, { ...quote, ...outside }, 1)).toBeNull()
      expect(cite(passage, { ...quote, context: [outside] }, 1)).toBeNull()
    }
  })

  it('holds only where the stored text has the clause and all of its context', async () => {
    const { citation } = citeMarked('[[Staff must:]]\n- {go}')
    const other = citeMarked('{Records are kept.}').citation
    if (!citation || !other) throw new Error('Both are inside of their passages.')
    const held = (untrue: string) =>
      verifyCitations([citation, other], async (spans) => spans.map(({ text }) => text !== untrue))
    expect(await held('none')).toEqual([true, true])
    expect(await held('Staff must:')).toEqual([false, true])
    expect(await held('go')).toEqual([false, true])
    expect(await held('Records are kept.')).toEqual([true, false])
  })
})
