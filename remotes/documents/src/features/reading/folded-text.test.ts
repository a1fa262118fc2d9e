import { describe, expect, it } from 'vitest'
import { foldText, occurrences } from './folded-text.ts'

const found = (text: string, sought: string, folding: 'words' | 'letters' = 'words') =>
  occurrences(foldText(text, folding), foldText(sought, folding).text).map(({ start, end }) =>
    text.slice(start, end),
  )

describe('finding by words', () => {
  it.each([
    {
      text: 'Data Retention and data retention',
      sought: 'DATA retention',
      is: ['Data Retention', 'data retention'],
    },
    { text: 'Politique d’éthique, e\u0301thique', sought: 'ethique', is: ['éthique', 'e\u0301thique'] },
    { text: 'within 72\n hours of it', sought: '72 hours', is: ['72\n hours'] },
    { text: 'the ﬁnal oﬀer', sought: 'final', is: ['ﬁnal'] },
    { text: 'سياسة حماية البيانات', sought: 'حماية', is: ['حماية'] },
    { text: 'say 😀 twice 😀', sought: '😀', is: ['😀', '😀'] },
    { text: 'aaaa', sought: 'aa', is: ['aa', 'aa'] },
    { text: 'İstanbul', sought: 'istanbul', is: ['İstanbul'] },
    { text: 'nothing', sought: 'x', is: [] },
    { text: 'nothing', sought: '', is: [] },
    { text: '', sought: 'x', is: [] },
    { text: 'visas', sought: 'is a', is: [] },
  ])('"$sought" in "$text"', ({ text, sought, is }) => {
    expect(found(text, sought)).toEqual(is)
  })
})

describe('finding by letters', () => {
  it('ignores how a text was broken into lines and words', () => {
    const drawn = 'The confi-dentialityof records'
    expect(found(drawn, 'confidentiality of\nrecords', 'letters')).toEqual(['confi-dentialityof records'])
  })

  it('ignores the bullets of lists, which some pages draw as shapes', () => {
    const read = 'Carriers:\n• sign\n• seal'
    expect(found('Carriers: sign seal', read, 'letters')).toEqual(['Carriers: sign seal'])
  })

  it('knows signs that become many, wherever they are', () => {
    const text = `${'ﷺ'.repeat(40)}end`
    expect(found(text, 'end', 'letters')).toEqual(['end'])
  })
})
