import type { RetrievedPassage } from '@portal/contracts/retrieval'
import type { AnswerPart } from '@portal/service-kit/ports/chat-model'
import { describe, expect, it } from 'vitest'
import { passageSaying } from '../passage.fixture.ts'
import { showContradictions } from './show-contradictions.ts'

const five = passageSaying('8. Records\n\n8.1 Complaint records are kept for five years.')
const ten = passageSaying('Copies are destroyed.\n\nComplaint records are kept for ten years.')
const recalls = passageSaying('Recall records are kept for 15 years.')
const answered = { type: 'outcome', outcome: 'answered' } as const
const passages = [five, ten, recalls]

const quoteOf = (passage: RetrievedPassage, words: string): AnswerPart => {
  const start = passage.text.indexOf(words)
  return { type: 'quote', passageId: passage.id, start, end: start + words.length }
}
const shown = (
  parts: readonly AnswerPart[],
  of: readonly RetrievedPassage[] = passages,
  question = 'How long are complaint records kept?',
) =>
  showContradictions(parts, { question, passages: of }).map((part) => {
    if (part.type === 'text') return `“${part.text}”`
    if (part.type === 'outcome') return part.outcome
    if (part.type === 'verdict') return part.verdict
    if (part.type === 'end') return part.type
    return of.find(({ id }) => id === part.passageId)?.text.slice(part.start, part.end)
  })
const quoted = quoteOf(five, 'Complaint records are kept for five years.')

describe('an answer', () => {
  it('shows the other source right after a quotation that it contradicts, as a conflict', () => {
    expect(shown([quoted, quoteOf(recalls, recalls.text), answered])).toEqual([
      'Complaint records are kept for five years.',
      'Complaint records are kept for ten years.',
      'Recall records are kept for 15 years.',
      'conflict',
    ])
  })

  it('that quotes both sources is a conflict without further quotations', () => {
    const both = [quoted, quoteOf(ten, 'Complaint records are kept for ten years.'), answered]
    expect(shown(both)).toEqual([
      'Complaint records are kept for five years.',
      'Complaint records are kept for ten years.',
      'conflict',
    ])
  })

  it('decides nothing where its sources disagree', () => {
    expect(shown([{ type: 'verdict', verdict: 'yes' }, quoted, answered])).toEqual([
      'Complaint records are kept for five years.',
      'Complaint records are kept for ten years.',
      'conflict',
    ])
  })

  it.each(['How is a complaint recorded?', 'Who records a complaint?'])(
    'leaves out a further quotation that is contradicted in what was not asked: %s',
    (question) => {
      const parts = [quoteOf(recalls, recalls.text), quoted, answered]
      expect(shown(parts, passages, question)).toEqual([recalls.text, 'answered'])
      expect(shown(parts, passages, 'How long are they kept?')).toContain('conflict')
    },
  )

  it('asked how something is done is a conflict where its first quotation is contradicted', () => {
    expect(shown([quoted, answered], passages, 'How are complaint records kept?')).toContain('conflict')
  })

  it('in a model’s words gets the other source at its end, as evidence of nothing', () => {
    expect(shown([{ type: 'text', text: 'Five years.' }, quoted, answered])).toEqual([
      '“Five years.”',
      'Complaint records are kept for five years.',
      '“”',
      'Complaint records are kept for ten years.',
      'conflict',
    ])
  })

  it('stays as it is when what contradicts stands in the same document', () => {
    const same = { ...ten, documentId: five.documentId }
    expect(shown([quoted, answered], [five, same])).toEqual([
      'Complaint records are kept for five years.',
      'answered',
    ])
  })

  it('without evidence stays without', () => {
    expect(shown([{ type: 'outcome', outcome: 'no_evidence' }])).toEqual(['no_evidence'])
  })

  it('about something else is no conflict because two passages disagree', () => {
    expect(shown([quoteOf(recalls, recalls.text), answered])).toEqual([recalls.text, 'answered'])
  })
})
