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

  it('are prepared once, so that a question reads no group, however often it says a word of many', () => {
    let reads = 0
    const counted = (group: string[]) =>
      new Proxy(group, {
        get: (target, key) => {
          reads += 1
          return Reflect.get(target, key)
        },
      })
    const synonyms = new Synonyms([counted(['abc', 'one']), counted(['abc', 'two'])])
    reads = 0
    expect(synonyms.relatedTo('abc '.repeat(1000))).toEqual(['one', 'two'])
    expect(reads).toBe(0)
  })

  it('are at most 50 of one word and 100 of a question, whatever the groups', () => {
    const groupsOf = (word: string) =>
      Array.from({ length: 100 }, (_, at) => [word, ...[1, 2, 3].map((n) => `${word}${at}x${n}`)])
    const synonyms = new Synonyms([...groupsOf('abc'), ...groupsOf('def'), ...groupsOf('ghi')])
    expect(synonyms.relatedTo('abc abc')).toHaveLength(50)
    expect(synonyms.relatedTo('abc def ghi')).toHaveLength(100)
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
