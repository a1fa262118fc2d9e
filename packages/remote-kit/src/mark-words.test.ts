import { describe, expect, it } from 'vitest'
import { markWords, snippetOf } from './mark-words.ts'

const marked = (text: string, searched: string) =>
  markWords(text, searched)
    .filter(({ isMarked }) => isMarked)
    .map(({ text: part }) => part)
const textOf = (parts: readonly { readonly text: string }[]) => parts.map(({ text }) => text).join('')

/** A text, what is searched for in it, and the words that are marked. */
const cases: readonly (readonly [string, string, readonly string[]])[] = [
  ['Records are kept for seven years.', 'record', ['Records']],
  ['All policies apply.', 'policy', ['policies']],
  ['Protest is not protection.', 'protect', ['protection']],
  ['Report it; our reputation matters.', 'report', ['Report']],
  ['The CAFÉ is closed.', 'café', ['CAFÉ']],
  ['Who are you, and how is it?', 'how are you', []],
  ['Ein Bericht über Prüfungen', 'prüfung', ['Prüfungen']],
  ['a.b*c', '*', []],
]

describe('the words of a search', () => {
  it.each(cases)('in %j, "%s" marks %j', (text, searched, words) => {
    expect(marked(text, searched)).toEqual(words)
  })

  it.each(cases)('change no sign of %j', (text, searched) => {
    expect(textOf(markWords(text, searched))).toBe(text)
  })
})

describe('a snippet', () => {
  it('of a long passage shows the word, between ellipses', () => {
    const parts = markWords(`${'before '.repeat(80)}retention ${'after '.repeat(80)}`, 'retention')
    const snippet = textOf(snippetOf(parts))
    expect(snippet).toMatch(/^… before .*retention after .* …$/)
    expect(snippet.length).toBeLessThan(300)
  })

  it('of a passage that has its words apart and together shows them together', () => {
    const text = `Goods are stored. ${'Other rules. '.repeat(40)}Doors of cold stores stay open for three minutes.`
    const snippet = textOf(snippetOf(markWords(text, 'how long may cold store doors stay open')))
    expect(snippet).toMatch(/^… .*Doors of cold stores stay open for three minutes\.$/)
  })

  it('is as long as is asked for', () => {
    const parts = markWords(`${'before '.repeat(20)}doors ${'after '.repeat(20)}`, 'doors')
    expect(textOf(snippetOf(parts, { length: 40, lead: 10 }))).toBe(
      '… before doors after after after after …',
    )
  })

  it('without a lead begins with the word, also at the end of a passage', () => {
    const parts = markWords(`${'before '.repeat(20)}doors close`, 'doors')
    expect(textOf(snippetOf(parts, { length: 40, lead: 0 }))).toBe('… doors close')
  })

  it('of a short passage is the passage', () => {
    expect(textOf(snippetOf(markWords('Seven years.', 'years')))).toBe('Seven years.')
  })
})
