import type { RetrievedPassage } from '@portal/contracts/retrieval'
import type { AnswerPart } from '@portal/service-kit/ports/chat-model'
import { describe, expect, it } from 'vitest'
import { withDefinitions } from './show-definitions.ts'

const rule = 'Every security incident is reported within two days.'
const meaning = 'A security incident means any event that endangers information.'
const meanings = { 'security incident': meaning, Day: '“Day” means a working day.' }
const outcome = { type: 'outcome', outcome: 'answered' } as const

function passageOf(id: string, text: string, versionId = 'v1'): RetrievedPassage {
  const of = { documentId: 'd', versionId, version: 1, title: 'Incidents', customId: 'DOC-1' }
  const found = { headingPath: [], page: null, score: 1, similarity: 1 }
  const definitions = Object.entries(meanings).flatMap(([term, words]) => {
    const start = text.indexOf(words)
    return start < 0 ? [] : [{ term, start, end: start + words.length }]
  })
  return { id, ...of, ...found, start: 0, end: text.length, text, definitions }
}

function quoteOf({ id, text }: RetrievedPassage, words: string): AnswerPart {
  const start = text.indexOf(words)
  return { type: 'quote', passageId: id, start, end: start + words.length }
}

async function shown(parts: readonly AnswerPart[], ...passages: RetrievedPassage[]) {
  const found: AnswerPart[] = []
  const given = (async function* () {
    yield* parts
  })()
  for await (const part of withDefinitions(given, passages)) found.push(part)
  return found
}

describe('a quotation that uses a defined term of the question', () => {
  it('has its meaning beside it, if one passage has both', async () => {
    const passage = passageOf('p', `${meaning}\n\n${rule}`)
    expect(await shown([quoteOf(passage, rule), outcome], passage)).toEqual([
      { ...quoteOf(passage, rule), context: [{ start: 0, end: meaning.length }] },
      outcome,
    ])
  })

  it('is followed by its meaning from another passage of the document, and of no other document', async () => {
    const [one, other] = [passageOf('one', rule), passageOf('other', meaning)]
    const parts = [quoteOf(one, rule), outcome]
    expect(await shown(parts, one, other)).toEqual([quoteOf(one, rule), quoteOf(other, meaning), outcome])
    expect(await shown(parts, one, passageOf('other', meaning, 'v2'))).toEqual(parts)
  })

  it('stays as it is if it shows the meaning itself, or a model says it in its own words', async () => {
    const passage = passageOf('p', `${meaning} ${rule}`)
    const whole = [quoteOf(passage, passage.text), outcome]
    expect(await shown(whole, passage)).toEqual(whole)
    const [one, other] = [passageOf('one', rule), passageOf('other', meaning)]
    const worded = [{ type: 'text', text: 'Within two days.' }, quoteOf(one, rule), outcome] as const
    expect(await shown(worded, one, other)).toEqual(worded)
  })

  it('is no sentence that merely has a common word', async () => {
    const [one, other] = [passageOf('one', rule), passageOf('other', meanings.Day)]
    expect(await shown([quoteOf(one, rule), outcome], one, other)).toEqual([quoteOf(one, rule), outcome])
  })
})
