import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutClauses } from './cut-clauses.ts'
import { formWindows } from './form-windows.ts'

const uncut = [
  'https://a.example/c?Q=1.5&R=2!x',
  'ask.legal@b.example',
  '3.5',
  '1,200.50',
  'e.g. this',
  'i.e. That',
  'No. 7',
  'Sec. 12.1',
  'Acme Inc. and Co.',
  'U.S. law',
] as const
const word = fc.constantFrom(
  ...uncut,
  'the',
  'However,',
  'Unless',
  'must',
  'Staff',
  'Zürich',
  '記録を。',
  'kept:',
  'ends.',
  'ends!',
  'a;',
  '(a)',
  'ii.',
  '4.2',
  '-',
  '•',
  '|',
  '\ud83d\ude00',
  'e\u0301',
)
const separator = fc.constantFrom(' ', ' ', ' ', ' ', '\n', '\n\n', '\t', '\n- ', '\n1. ', '\na. ')
const anyText = fc.oneof(
  fc.array(fc.tuple(word, separator), { maxLength: 60 }).map((pieces) => pieces.flat().join('').trim()),
  fc.string({ unit: 'binary', maxLength: 80 }).map((text) => text.toWellFormed()),
)
const holdsForAll = (property: (text: string) => void) =>
  fc.assert(fc.property(anyText, property), { numRuns: 500 })
const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

describe('the clauses of any text', () => {
  it('lie inside of it, in order, without overlap, and hold every word once', () => {
    holdsForAll((text) => {
      const clauses = cutClauses(text)
      let reached = 0
      for (const { start, end } of clauses) {
        expect(start).toBeGreaterThanOrEqual(reached)
        expect(end).toBeGreaterThan(start)
        reached = end
      }
      expect(reached).toBeLessThanOrEqual(text.length)
      const held = clauses.map(({ start, end }) => text.slice(start, end)).join('')
      expect(lettersOf(held)).toBe(lettersOf(text))
    })
  })

  it('never begin or end within a word, a URL, a number or an abbreviation', () => {
    holdsForAll((text) => {
      for (const { start, end } of cutClauses(text)) {
        for (const cut of [start, end])
          expect(text.slice(Math.max(0, cut - 1), cut + 1)).not.toMatch(/^[\p{L}\p{N}]{2}$/u)
        expect(text.slice(start, end).isWellFormed()).toBe(text.isWellFormed())
      }
    })
    const around = fc.tuple(fc.constantFrom(...uncut), fc.constantFrom('Staff read ', 'In 2024. Then ', ''))
    fc.assert(
      fc.property(around, ([piece, before]) => {
        const text = `${before}${piece} Keeps going. The end`
        const held = cutClauses(text).map(({ start, end }) => text.slice(start, end))
        expect(held.some((clause) => clause.includes(piece))).toBe(true)
      }),
    )
  })

  it('hang on earlier clauses only, and blocks count up', () => {
    holdsForAll((text) => {
      const clauses = cutClauses(text)
      clauses.forEach(({ hangsOn, block, isException }, at) => {
        if (hangsOn !== null) expect(hangsOn).toBeLessThan(at)
        if (isException) expect(hangsOn).not.toBeNull()
        expect(block).toBeGreaterThanOrEqual(clauses[at - 1]?.block ?? 0)
      })
    })
  })

  it('take time in proportion to its length, whatever repeats in it', () => {
    const repeated = [
      '1. a\n',
      'However, b. ',
      'c:\n\n',
      'wrapped in the middle of a sentence that is long enough\n',
      '- ',
      '1.1.1 x\n',
    ]
    for (const piece of repeated) {
      // Of this thread alone: others may keep it waiting.
      const before = process.threadCpuUsage()
      cutClauses(piece.repeat(Math.ceil(300_000 / piece.length)))
      const { user, system } = process.threadCpuUsage(before)
      expect((user + system) / 1000).toBeLessThan(10_000)
    }
  })

  it('are all in windows of at most three of them and 60 words, except for longer ones', () => {
    holdsForAll((text) => {
      const clauses = cutClauses(text)
      const windows = formWindows(clauses)
      for (const { first, last, start, end } of windows) {
        const held = clauses.slice(first, last + 1)
        expect(held.length).toBeLessThanOrEqual(3)
        expect([held[0]?.start, held.at(-1)?.end]).toEqual([start, end])
        const words = held.reduce((sum, clause) => sum + clause.words, 0)
        if (held.length > 1) expect(words).toBeLessThanOrEqual(60)
      }
      const saying = clauses.filter(({ kind }) => kind !== 'heading' && kind !== 'table-header')
      for (const clause of saying.length > 0 ? saying : clauses)
        expect(windows.some(({ start, end }) => start <= clause.start && end >= clause.end)).toBe(true)
    })
  })
})

describe('clauses', () => {
  /** Each clause as "kind depth <what it hangs on>: text". */
  const shown = (text: string) => {
    const clauses = cutClauses(text)
    const start = (at: number | null) => {
      const clause = at === null ? undefined : clauses[at]
      return clause ? ` <${text.slice(clause.start, clause.end).slice(0, 12)}>` : ''
    }
    return clauses.map(
      ({ kind, depth, hangsOn, isException, ...span }) =>
        `${kind} ${depth}${start(hangsOn)}${isException ? ' exception' : ''}: ${text.slice(span.start, span.end)}`,
    )
  }

  it('of nested lists hang on the items and titles that they are below', () => {
    expect(
      shown(
        'a. Rotation\ni. Rotate it each quarter. Users rotate, too.\nii. If one leaked, rotate:\n- it\n- its copies\nb. Protection\ni. Do not share.',
      ),
    ).toEqual([
      'heading 1: a. Rotation',
      'item 2 <a. Rotation>: i. Rotate it each quarter.',
      'sentence 2 <a. Rotation>: Users rotate, too.',
      'lead-in 2 <a. Rotation>: ii. If one leaked, rotate:',
      'item 3 <ii. If one l>: it',
      'item 3 <ii. If one l>: its copies',
      'heading 1: b. Protection',
      'item 2 <b. Protectio>: i. Do not share.',
    ])
  })

  it('of a list hang on its own lead-in, also where a Word file shows no markers', () => {
    expect(
      shown(
        'Gifts that are not allowed:\n\nWinery tours\nTickets\n\nGifts that are fine:\n\nStickers\nLunch',
      ),
    ).toEqual([
      'lead-in 0: Gifts that are not allowed:',
      'item 1 <Gifts that a>: Winery tours',
      'item 1 <Gifts that a>: Tickets',
      'lead-in 0: Gifts that are fine:',
      'item 1 <Gifts that a>: Stickers',
      'item 1 <Gifts that a>: Lunch',
    ])
    const clauses = cutClauses('Not:\n\nTours\nTickets\n\nFine:\n\nStickers\nLunch')
    expect(clauses.map(({ hangsOn }) => hangsOn)).toEqual([null, 0, 0, null, 3, 3])
  })

  it('with bullets hang on the sentence that they go on with', () => {
    expect(shown('A request must\n\n* come from an agency\n* say what is illegal.\n\nWe answer it.')).toEqual(
      [
        'lead-in 0: A request must',
        'item 1 <A request mu>: come from an agency',
        'item 1 <A request mu>: say what is illegal.',
        'sentence 0: We answer it.',
      ],
    )
  })

  it('that take back what was said hang on the rule before them', () => {
    expect(
      shown(
        'Passwords must not be shared. Each is personal. However, a vault may be shared. If you truly must share one, use a vault.\n\nExceptions: none so far.\n\nUnless law forbids it, all staff see the log.',
      ),
    ).toEqual([
      'sentence 0: Passwords must not be shared.',
      'sentence 0: Each is personal.',
      'sentence 0 <Each is pers> exception: However, a vault may be shared.',
      'sentence 0 <Each is pers> exception: If you truly must share one, use a vault.',
      'sentence 0 <Each is pers> exception: Exceptions: none so far.',
      'sentence 0: Unless law forbids it, all staff see the log.',
    ])
  })

  it('of a table hang on its header, those of a numbered clause on its title', () => {
    expect(
      shown('4.1 Leave. Staff have 25 days.\n4.2 Special leave. As listed:\n\nKind\tDays\nMarriage\t2'),
    ).toEqual([
      'heading 1: 4.1 Leave.',
      'sentence 1 <4.1 Leave.>: Staff have 25 days.',
      'heading 1: 4.2 Special leave.',
      'lead-in 1 <4.2 Special >: As listed:',
      'table-header 0 <As listed:>: Kind\tDays',
      'row 1 <Kind\tDays>: Marriage\t2',
    ])
  })

  it('know the title that the end of a passage leaves over', () => {
    expect(shown('See section 2.\n\n5. Services')).toEqual([
      'sentence 0: See section 2.',
      'heading 1: 5. Services',
    ])
  })

  it('of an unmarked heading hang on it until the next one', () => {
    expect(
      shown('Telephone\n\nNone available.\n\nAddress\n\nWrite to legal@example.com. Or call us.'),
    ).toEqual([
      'heading 0: Telephone',
      'sentence 0 <Telephone>: None available.',
      'heading 0: Address',
      'sentence 0 <Address>: Write to legal@example.com.',
      'sentence 0 <Address>: Or call us.',
    ])
  })

  it('continue over lines that a file wraps in mid-sentence, and over hyphens at their ends', () => {
    const wrapped =
      'Everybody who leaves the building after eight in the evening\nlocks the door and the high-\nsecurity area.'
    expect(cutClauses(wrapped)).toHaveLength(1)
  })

  it('go on counting after a paragraph, and read "i." as it is meant', () => {
    const depths = (text: string) => cutClauses(text).map(({ depth }) => depth)
    expect(depths('1. One.\n\nMore of it.\n\n2. Two.')).toEqual([1, 0, 1])
    expect(depths('g. One.\nh. Two.\ni. Three.\nj. Four.')).toEqual([1, 1, 1, 1])
    expect(depths('h. One.\ni. Below:\nii. Below.\ni. Again.')).toHaveLength(4)
    expect(depths('ii. Begun before.\niii. Going on.\nc. Outside.')).toEqual([1, 1, 1])
  })
})
