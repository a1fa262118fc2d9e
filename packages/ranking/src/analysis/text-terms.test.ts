import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minedAbbreviations } from './abbreviations.ts'
import { ruleNumbers, termPairs, textTerms } from './text-terms.ts'

describe('text analysis', () => {
  it('stems words, drops stop words and question words, and leaves possessives and case out', () => {
    expect(textTerms("What are the Board's approvals of policies?")).toEqual(['board', 'approv', 'polici'])
  })

  it('pairs neighbours across what was dropped', () => {
    expect(termPairs(textTerms('approval of the board members'))).toEqual(['approv_board', 'board_member'])
    expect(termPairs(['alone'])).toEqual([])
  })

  it('keeps rule numbers whole', () => {
    expect(ruleNumbers('Rule 4.2.1(a), section 12.3 and chapter 7')).toEqual(['#4.2.1', '#12.3'])
  })

  it('makes terms of letters and digits alone, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const term of textTerms(text)) expect(term).toMatch(/^[\p{L}\p{N}]+$/u)
      }),
    )
  })

  it('mines abbreviations whose initials fit, and no others', () => {
    const text =
      'The Chief Information Security Officer (CISO) and the Code of Conduct (“CoC”) but not this aside (FYI) or X (XYZ).'
    expect(minedAbbreviations(text)).toEqual([
      { short: 'ciso', long: 'chief inform secur offic' },
      { short: 'coc', long: 'code conduct' },
    ])
  })

  it('mines nothing from hostile text, whose length costs linear time only', () => {
    expect(minedAbbreviations(`${'a'.repeat(200_000)} ${'Ab '.repeat(100_000)}(`)).toEqual([])
  })
})
