import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareTexts } from './compare-texts.ts'
import type { ComparedText, Difference, Row } from './difference.ts'
import { appliedTo, coveredOnce, policyOf } from './testing/compared-policies.ts'

const text = (content: string, type = 'text/plain'): ComparedText => ({ text: content, headings: [], type })
const kindsOf = ({ rows }: Difference) => rows.map(({ kind }) => kind)
const changesOf = ({ rows }: Difference) => rows.filter(({ kind }) => kind !== 'same')

/** Words that repeat, so that blocks are alike by chance, and spaces of every kind. */
const word = fc.constantFrom(
  'the',
  'record',
  'keeper',
  'deletes',
  'six',
  'years',
  '6.1',
  '(a)',
  'Zürich',
  '記録を',
  '-',
  '•',
  'a\tb',
  '\ud83d\ude00',
  'e\u0301',
)
const separator = fc.constantFrom(' ', ' ', ' ', '\n', '\n\n', '\n\n', '-\n')
const anyText = fc
  .array(fc.tuple(word, separator), { maxLength: 60 })
  .map((pieces) => pieces.flat().join('').trim())
/** Mostly related texts: what unrelated ones have in common is little. */
const versions = fc.tuple(anyText, anyText, anyText, anyText).map(([start, end, was, is]) => ({
  before: [start, was, end].join('\n\n').trim(),
  after: [start, is, end].join('\n\n').trim(),
}))
const paragraph = fc
  .array(
    fc.integer({ min: 0, max: 400 }).map((number) => `word${number}`),
    { minLength: 9, maxLength: 25 },
  )
  .map((words) => words.join(' '))
const distinctParagraphs = (minLength: number) =>
  fc.uniqueArray(paragraph, { minLength, maxLength: 30, selector: (each) => each.slice(0, 24) })

describe('a difference of any two texts', () => {
  it('applied to the older text gives the newer one, every character of both accounted for once', () => {
    fc.assert(
      fc.property(versions, ({ before, after }) => {
        const difference = compareTexts(text(before), text(after))
        expect(coveredOnce(difference, { before, after })).toBe('')
        expect(appliedTo(before, difference, after)).toBe(after)
      }),
      { numRuns: 400 },
    )
  })

  it('shows that a clause lost its number when it was joined to the one before', () => {
    const [before, after] = [
      'Passports are kept.\n\n6.1 Invoices are filed.',
      'Passports are kept. Invoices are filed.',
    ]
    const difference = compareTexts(text(before), text(after))
    expect(changesOf(difference)).not.toEqual([])
    expect(appliedTo(before, difference, after)).toBe(after)
  })

  it('of a text and itself is no change', () => {
    fc.assert(
      fc.property(anyText, (same) => {
        expect(changesOf(compareTexts(text(same), text(same)))).toEqual([])
      }),
    )
  })

  it('swaps with the texts: what one direction adds the other removes', () => {
    fc.assert(
      fc.property(versions, ({ before, after }) => {
        const there = compareTexts(text(before), text(after))
        const back = compareTexts(text(after), text(before))
        expect(tally(back.rows)).toEqual(inverse(tally(there.rows)))
      }),
      { numRuns: 300 },
    )
  })

  it('is the same each time', () => {
    fc.assert(
      fc.property(versions, ({ before, after }) => {
        expect(compareTexts(text(before), text(after))).toEqual(compareTexts(text(before), text(after)))
      }),
    )
  })
})

describe('a moved paragraph', () => {
  it('is one move wherever it goes, and nothing else changes', () => {
    fc.assert(
      fc.property(distinctParagraphs(3), fc.nat(), fc.nat(), (paragraphs, from, to) => {
        const moved = [...paragraphs]
        const [taken = ''] = moved.splice(from % moved.length, 1)
        moved.splice(to % (moved.length + 1), 0, taken)
        const difference = compareTexts(text(paragraphs.join('\n\n')), text(moved.join('\n\n')))
        const expected = moved.join() === paragraphs.join() ? [] : ['moved-away', 'moved-here']
        expect(
          changesOf(difference)
            .map(({ kind }) => kind)
            .toSorted(),
        ).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  it('is recognised with small edits, which are shown where it is now', () => {
    const { clauses } = policyOf(6)
    const [first = '', ...others] = clauses
    const edited = first.replace('three years', 'six years')
    const difference = compareTexts(text(clauses.join('\n\n')), text([...others, edited].join('\n\n')))
    expect(changesOf(difference).map(({ kind }) => kind)).toEqual(['moved-away', 'moved-here'])
    const [away, here] = changesOf(difference)
    if (away?.kind !== 'moved-away' || here?.kind !== 'moved-here') throw new Error('No move.')
    expect(difference.rows[away.counterpart]).toBe(here)
    expect(difference.rows[here.counterpart]).toBe(away)
    expect(here.segments.map(({ op }) => op)).toEqual(['same', 'removed', 'added', 'same'])
  })
})

describe('an added or removed paragraph', () => {
  it('is one row, and in the other direction the opposite', () => {
    fc.assert(
      fc.property(distinctParagraphs(2), fc.nat(), (paragraphs, at) => {
        const fewer = paragraphs.toSpliced(at % paragraphs.length, 1)
        const [whole, short] = [text(paragraphs.join('\n\n')), text(fewer.join('\n\n'))]
        expect(changesOf(compareTexts(whole, short)).map(({ kind }) => kind)).toEqual(['removed'])
        expect(changesOf(compareTexts(short, whole)).map(({ kind }) => kind)).toEqual(['added'])
      }),
    )
  })
})

describe('what only the layout decides', () => {
  const same = [
    { name: 'white space and line ends', before: 'Keep  the\u00a0records.', after: 'Keep the records.' },
    {
      name: 'a hyphen at the end of a line',
      before: 'A user-\ngenerated file.',
      after: 'A user-generated file.',
    },
    {
      name: 'quotation marks and ligatures',
      before: 'The “ﬁle” isn’t kept.',
      after: 'The "file" isn\'t kept.',
    },
    {
      name: 'a paragraph cut in two',
      before: 'Keep the records.\n\nThen destroy them.',
      after: 'Keep the records. Then destroy them.',
    },
    { name: 'the shape of bullets', before: '• Passports\n• Visas', after: '- Passports\n- Visas' },
  ]
  it.each(same)('$name is no change', ({ before, after }) => {
    expect(changesOf(compareTexts(text(before), text(after)))).toEqual([])
  })

  it('no change remains between a PDF and a DOCX that spell numbers and broken words differently', () => {
    const pdf = '1. Purpose\n\n1.1 This policy covers a wellknown risk and\n\n1.2 its long-\nterm effects.'
    const docx = 'Purpose\n\nThis policy covers a well-known risk and\n\nits long-term effects.'
    const difference = compareTexts(text(pdf, 'application/pdf'), text(docx, 'application/docx'))
    expect(kindsOf(difference)).toEqual(['same', 'same', 'same'])
    expect(changesOf(compareTexts(text('A wellknown risk'), text('A well-known risk')))).toHaveLength(1)
  })

  const different = [
    { name: 'a power', before: 'at most 10² bytes', after: 'at most 102 bytes' },
    { name: 'upper case', before: 'staff may enter', after: 'staff MAY enter' },
    { name: 'a space that makes another word', before: 'apart of the team', after: 'a part of the team' },
    { name: 'a sign', before: 'keep < 6 files', after: 'keep > 6 files' },
  ]
  it.each(different)('$name is a change', ({ before, after }) => {
    expect(kindsOf(compareTexts(text(before), text(after)))).toEqual(['changed'])
  })
})

describe('the structure of a policy', () => {
  it('a clause that is renumbered and changed shows both', () => {
    const difference = compareTexts(
      text('6.2 Keep the register of breaches for six years.'),
      text('6.3 Keep the register of breaches for ten years.'),
    )
    const [row] = difference.rows
    if (row?.kind !== 'changed') throw new Error('No changed row.')
    expect(row.segments.map(({ op }) => op)).toEqual(['removed', 'added', 'same', 'removed', 'added', 'same'])
  })

  it('clauses behind a new one are the same, renumbered', () => {
    const before = '6.1 Report the breach to the officer.\n\n6.2 Keep the register for six years.'
    const after =
      '6.1 Appoint an officer for data protection.\n\n6.2 Report the breach to the officer.\n\n6.3 Keep the register for six years.'
    const { rows } = compareTexts(text(before), text(after))
    expect(rows.map((row) => (row.kind === 'same' ? row.isRenumbered : row.kind))).toEqual([
      'added',
      true,
      true,
    ])
  })

  it('a changed cell changes its row alone, and the change stays within the cell', () => {
    const table = (years: string) =>
      `Record\tKept for\nInvoices\t10 years\nPassports\t${years}\nVisas\t10 years`
    const [before, after] = [table('3 years'), table('six months')]
    const difference = compareTexts(text(before), text(after))
    expect(kindsOf(difference)).toEqual(['same', 'same', 'changed', 'same'])
    const [row] = changesOf(difference)
    if (row?.kind !== 'changed') throw new Error('No changed row.')
    const changed = row.segments.filter(({ op }) => op !== 'same')
    expect(
      changed.map((segment) =>
        'before' in segment ? before.slice(segment.before.start, segment.before.end) : '',
      ),
    ).toEqual(['3 years', ''])
  })

  it.each([
    { before: 'Park with a permit of Facilities.', after: 'Park with a permit.' },
    {
      before: 'Keep the register (for six years), then destroy it.',
      after: 'Keep the register, then destroy it.',
    },
    {
      before: 'Report it within one hour; to the officer',
      after: 'Report it within one hour to the officer',
    },
  ])('"$after" reads as it is written on both sides', (texts) => {
    for (const { before, after } of [texts, { before: texts.after, after: texts.before }]) {
      const [row] = compareTexts(text(before), text(after)).rows
      if (row?.kind !== 'changed') throw new Error('No changed row.')
      // What both have is shown once, as the newer text has it.
      const shown = row.segments.map((segment) =>
        segment.op === 'removed'
          ? { op: segment.op, words: before.slice(segment.before.start, segment.before.end) }
          : { op: segment.op, words: after.slice(segment.after.start, segment.after.end) },
      )
      const without = (op: string) => shown.filter((each) => each.op !== op)
      expect(
        without('added')
          .map(({ words }) => words)
          .join(''),
      ).toBe(before)
      expect(
        without('removed')
          .map(({ words }) => words)
          .join(''),
      ).toBe(after)
    }
  })

  it('words are compared in scripts without spaces and with combined signs', () => {
    const difference = compareTexts(
      text('個人データは三年間保存する。'),
      text('個人データは六年間保存する。'),
    )
    expect(kindsOf(difference)).toEqual(['changed'])
    const [row] = difference.rows
    if (row?.kind !== 'changed') throw new Error('No changed row.')
    expect(row.segments.length).toBeGreaterThan(2)
  })

  it('two paragraphs merged and edited are one change', () => {
    const [one = '', two = '', ...rest] = policyOf(5).clauses
    const before = [one, two, ...rest].join('\n\n')
    const after = [`${one} ${two.replace('three years', 'ten years')}`, ...rest].join('\n\n')
    expect(changesOf(compareTexts(text(before), text(after))).map(({ kind }) => kind)).toEqual(['changed'])
    expect(changesOf(compareTexts(text(after), text(before))).map(({ kind }) => kind)).toEqual(['changed'])
  })
})

/** Rows by kind, with the number of segments of each. */
function tally(rows: readonly Row[]): Record<string, number> {
  const counts: Record<string, number> = { added: 0, removed: 0, changed: 0, same: 0, moved: 0 }
  const parts = { added: 0, removed: 0 }
  for (const row of rows) {
    const kind = row.kind.startsWith('moved') ? 'moved' : row.kind
    counts[kind] = (counts[kind] ?? 0) + 1
    if (!('segments' in row)) continue
    for (const { op } of row.segments) if (op !== 'same') parts[op] += 1
  }
  return { ...counts, partsAdded: parts.added, partsRemoved: parts.removed }
}

function inverse({
  added = 0,
  removed = 0,
  partsAdded = 0,
  partsRemoved = 0,
  ...rest
}: Record<string, number>) {
  return { ...rest, added: removed, removed: added, partsAdded: partsRemoved, partsRemoved: partsAdded }
}
