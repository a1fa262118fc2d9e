import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Synonyms } from './related-words.ts'

describe('related words', () => {
  it('are the other words of the groups of a word, whatever its inflection', () => {
    const synonyms = new Synonyms([
      ['boss', 'manager', 'supervisor'],
      ['laptop', 'computer'],
    ])
    expect(synonyms.relatedTo('My bosses took my laptop!')).toEqual(['manager', 'supervisor', 'computer'])
  })

  it('of a phrase are found for the phrase, not for a word in it', () => {
    const synonyms = new Synonyms([
      ['sick note', 'medical certificate'],
      ['note', 'memo'],
    ])
    expect(synonyms.relatedTo('Who sees my sick notes?')).toEqual(['medical certificate'])
    expect(synonyms.relatedTo('Do I need a medical certificate?')).toEqual(['sick note'])
  })

  it('of a word in several groups come once each', () => {
    const synonyms = new Synonyms([
      ['mail', 'e-mail'],
      ['mail', 'post', 'e-mail'],
    ])
    expect(synonyms.relatedTo('mail')).toEqual(['e-mail', 'post'])
  })

  it('are read for any question', () => {
    const words = fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8})?$/)
    const groups = fc.array(fc.uniqueArray(words, { minLength: 2, maxLength: 4 }), { maxLength: 10 })
    fc.assert(
      fc.property(groups, fc.string({ unit: 'binary' }), (known, question) => {
        for (const word of new Synonyms(known).relatedTo(question)) expect(known.flat()).toContain(word)
      }),
    )
  })
})
