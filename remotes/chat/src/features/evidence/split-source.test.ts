import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fixedSource, sourceText } from '../../testing/fixed-answers.ts'
import { type Span, shownSpan, splitSource } from './split-source.ts'

/** Texts of lines in two scripts with signs outside the basic plane, as a version's text may be. */
const texts = fc
  .array(fc.constantFrom('Scope', 'a b', 'سياسة', '😀 x', '', 'One sentence. Another one.'), { minLength: 1 })
  .map((lines) => lines.join('\n'))

const cases = texts.chain((text) =>
  fc.record({
    text: fc.constant(text),
    from: fc.nat(text.length),
    to: fc.nat(text.length),
    sections: fc.array(
      fc
        .nat(text.length)
        .map((start) => ({ level: 1, title: text.slice(start, start + 5), start, page: null })),
    ),
  }),
)

const spanOf = (from: number, to: number): Span => ({ start: Math.min(from, to), end: Math.max(from, to) })

/** The characters of a span that are not cited. */
function shownOf(text: string, span: Span, cited: Span): string {
  const units = text.slice(span.start, span.end).split('')
  return units.filter((_, at) => span.start + at < cited.start || span.start + at >= cited.end).join('')
}

describe('a source', () => {
  it('loses and adds nothing, and its cited part is the cited span, wherever headings stand', () => {
    fc.assert(
      fc.property(cases, ({ text, sections, from, to }) => {
        const cited = spanOf(from, to)
        const parts = splitSource({ text, sections }, cited).flatMap((block) => block.parts)
        expect(parts.map((part) => part.text).join('')).toBe(text)
        for (const part of parts) expect(text.startsWith(part.text, part.start)).toBe(true)
        const marked = parts.filter(({ kind }) => kind === 'cited').map((part) => part.text)
        expect(marked).toEqual(cited.end > cited.start ? [text.slice(cited.start, cited.end)] : [])
      }),
    )
  })

  it('marks what must be read with the citation, around it and never over it', () => {
    fc.assert(
      fc.property(cases, fc.nat(60), fc.nat(60), ({ text, sections, from, to }, a, b) => {
        const cited = spanOf(from, to)
        const context = [spanOf(Math.min(a, text.length), Math.min(b, text.length))]
        const parts = splitSource({ text, sections }, { ...cited, context }).flatMap((block) => block.parts)
        expect(parts.map((part) => part.text).join('')).toBe(text)
        const marked = parts.filter(({ kind }) => kind === 'cited').map((part) => part.text)
        expect(marked).toEqual(cited.end > cited.start ? [text.slice(cited.start, cited.end)] : [])
        const [span = cited] = context
        const shown = parts.filter(({ kind }) => kind === 'context').map((part) => part.text)
        expect(shown.join('')).toBe(shownOf(text, span, cited))
      }),
    )
  })

  it('sets the lines that a citation touches as one block', () => {
    const start = sourceText.indexOf('notifies')
    const blocks = splitSource(fixedSource, { start, end: sourceText.indexOf('later') })
    expect(blocks.map(({ isCited }) => isCited)).toEqual([false, true, false])
    expect(blocks[1]?.parts.map(({ text }) => text).join('')).toBe(
      'The officer notifies the authority within 72 hours.\nA later notification states the reasons.\n',
    )
  })

  it('knows a heading whose line was broken in the text', () => {
    const text = 'Supervisory\nauthority\n\nIt is told.'
    const sections = [{ level: 1, title: 'Supervisory authority', start: 0, page: null }]
    const parts = splitSource({ text, sections }, { start: 23, end: 34 }).flatMap((block) => block.parts)
    expect(parts[0]).toEqual({ kind: 'heading', start: 0, text: 'Supervisory\nauthority' })
  })
})

describe('a long source', () => {
  const line = `${'x'.repeat(99)}\n`
  const text = line.repeat(2000)
  const cited = { start: 100_000, end: 100_050 }

  it('is shown around the citation, in whole lines', () => {
    const shown = shownSpan(text, cited, { before: 1, after: 1 })
    expect(shown.start).toBe(80_000)
    expect(shown.end).toBeGreaterThanOrEqual(120_050)
    expect(shown.end % 100).toBe(0)
    const parts = splitSource({ text, sections: [] }, cited, shown).flatMap((block) => block.parts)
    expect(parts.map((part) => part.text).join('')).toBe(text.slice(shown.start, shown.end))
  })

  it('is shown further on demand, up to all of it', () => {
    expect(shownSpan(text, cited, { before: 5, after: 5 })).toEqual({ start: 0, end: text.length })
  })

  it('that is not long is shown whole', () => {
    expect(shownSpan('short', { start: 0, end: 2 }, { before: 1, after: 1 })).toEqual({ start: 0, end: 5 })
  })
})
