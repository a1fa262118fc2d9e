import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readGroups, Synonyms } from './related-words.ts'

const shipped = readGroups(readFileSync(new URL('everyday-synonyms.txt', import.meta.url), 'utf8'))

describe('related words', () => {
  it('are the other words of the groups of a word, whatever its inflection', () => {
    const synonyms = new Synonyms([
      ['boss', 'manager', 'supervisor'],
      ['laptop', 'computer'],
    ])
    expect(synonyms.relatedTo('My bosses took my laptop!')).toEqual([
      { asked: 'bosses', words: ['manager', 'supervisor'] },
      { asked: 'laptop', words: ['computer'] },
    ])
  })

  it('of a phrase are found for the phrase, not for a word in it', () => {
    const synonyms = new Synonyms([
      ['sick note', 'medical certificate'],
      ['note', 'memo'],
    ])
    expect(synonyms.relatedTo('Who sees my sick notes?')).toEqual([
      { asked: 'sick notes', words: ['medical certificate'] },
    ])
    expect(synonyms.relatedTo('Do I need a medical certificate?')[0]?.words).toEqual(['sick note'])
  })

  it('of a word in several groups come once each', () => {
    const synonyms = new Synonyms([
      ['mail', 'e-mail'],
      ['mail', 'post', 'e-mail'],
    ])
    expect(synonyms.relatedTo('mail')).toEqual([{ asked: 'mail', words: ['e-mail', 'post'] }])
  })

  it('that ship are at least 300 groups of words, none of them alone, none twice', () => {
    expect(shipped.length).toBeGreaterThanOrEqual(300)
    for (const group of shipped) expect(new Set(group).size, group.join()).toBe(group.length)
    expect(new Set(shipped.map((group) => group.join())).size).toBe(shipped.length)
  })

  it.each([
    ['What happens to an account when its owner dies?', 'deceased'],
    ['Am I allowed to use the logo in my blog post?', 'trademark'],
    ['When can I be fired?', 'termination'],
    ['I lost my phone', 'mobile'],
  ])('that ship connect everyday questions with rulebooks: %s', (question, word) => {
    const related = new Synonyms(shipped).relatedTo(question)
    expect(related.flatMap(({ words }) => words)).toContain(word)
  })

  it('are read for any question', () => {
    const synonyms = new Synonyms(shipped)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (question) => {
        for (const { asked, words } of synonyms.relatedTo(question)) expect(words).not.toContain(asked)
      }),
    )
  })
})
