import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { type DocumentEngines, openDocumentEngines } from '@portal/testkit/document-engines'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { embeddings } from '../ingestion/embeddings-schema.ts'
import { reindex } from '../ingestion/reindex.ts'
import { service as documents } from '../service.ts'
import { encodeAll, readTopics, topicSimilarity } from './everyday-topics.ts'

const patience = { timeout: 60_000, interval: 50 }
const actor = { personId: 'ada', organizationId: 1, role: 'admin' } as const

let engines: DocumentEngines
let under: ServiceUnderTest
let rows: Database
let admin: Client

beforeAll(async () => {
  engines = await openDocumentEngines()
  under = await startUnderTest(documents, { ports: engines.ports })
  rows = openDatabase({ urls: under.urls, name: 'test' })
  admin = under.as(actor)
})
afterAll(async () => {
  await rows.close()
  await under.stop()
  await engines.close()
})

const retrieve = (question: string) =>
  admin.call(documentsApi.retrievePassages, { body: { question, limit: 5 } })

async function upload(title: string, ...paragraphs: string[]): Promise<void> {
  const file = new Blob([`${title}\n\n${paragraphs.join('\n\n')}\n`])
  const form = { title }
  const { id } = await admin.call(documentsApi.uploadDocument, { form, file, fileName: 'policy.txt' })
  await vi.waitFor(async () => {
    const document = await admin.call(documentsApi.readDocument, { params: { id } })
    expect(document.ingestion.state).toBe('ready')
  }, patience)
}

describe('a retrieved passage', () => {
  it('has windows of its clauses, and the one that answers matches best', async () => {
    await upload(
      'Password Standard',
      'Passwords have fourteen characters or more. They are changed when they may be known to others. ' +
        'Nobody shares a password with a colleague. The service desk never asks for one.',
    )
    const [passage] = (await retrieve('May I share my password with a colleague?')).passages
    const windows = passage?.windows ?? []
    const single = windows.filter(({ start, end }) => !/[.] /.test(passage?.text.slice(start, end) ?? ''))
    const [best] = single.toSorted((a, b) => b.match - a.match)
    expect(passage?.text.slice(best?.start, best?.end)).toBe('Nobody shares a password with a colleague.')
    for (const { start, end, similarity, match, score } of windows) {
      expect(passage?.text.slice(start, end).trim()).not.toBe('')
      expect(similarity).toBeGreaterThan(0.5)
      expect(similarity).toBeLessThanOrEqual(1.001)
      expect(match).toBeGreaterThanOrEqual(0)
      expect(match).toBeLessThanOrEqual(1.001)
      expect(score).toBe(passage?.score)
    }
  }, 240_000)

  it('has windows that match what its headings say, and not those of other passages', async () => {
    const chapters = ['Forklifts', 'Lorries'].map(
      (subject, at) => `${at + 1}. ${subject}\n\nThey are looked at every ${at + 2} months by the yard crew.`,
    )
    await upload('Fleet Rules', ...chapters)
    const { passages } = await retrieve('How often are lorries looked at?')
    const ofFleet = passages.filter(({ title }) => title === 'Fleet Rules')
    const similarities = ['Lorries', 'Forklifts'].map((subject) => {
      const passage = ofFleet.find(({ headingPath }) => headingPath.some((each) => each.includes(subject)))
      return Math.max(...(passage?.windows ?? []).map(({ similarity }) => similarity))
    })
    expect(similarities[0]).toBeGreaterThan((similarities[1] ?? 1) + 0.01)
  }, 240_000)

  it('that two documents have in the same words is one, but not where a number differs', async () => {
    const rule = 'Skips of the yard are emptied on the first Monday of a month, within 30 days.'
    await upload('Yard Rules', rule)
    await upload('Waste Rules', rule.toUpperCase().replaceAll(' ', '  '))
    await upload('Old Waste Rules', rule.replace('30', '60'))
    const question = 'Within how many days are the skips of the yard emptied?'
    const { passages } = await retrieve(question)
    const skips = passages.filter(({ text }) => /skips/i.test(text))
    expect(skips.map(({ text }) => text.match(/\d+/)?.[0]).toSorted()).toEqual(['30', '60'])
    const found = await admin.call(documentsApi.searchPassages, { query: { q: question, limit: 20 } })
    const titles = found.passages.filter(({ text }) => /skips/i.test(text)).map(({ title }) => title)
    expect(titles.toSorted()).toEqual(['Old Waste Rules', 'Waste Rules', 'Yard Rules'])
  }, 240_000)

  it('comes with what its document says about a term of the question, in the last place', async () => {
    const rules = ['lorries', 'forklifts', 'cranes', 'ladders', 'ramps', 'gates'].map(
      (subject) => `Near misses with ${subject} are written into the near miss log of the yard.`,
    )
    const definition = 'A near miss means any event with equipment that did no harm by luck alone.'
    const filler = 'Nothing else is to be said about this here, and the chapter goes on for a while. '
    const chapters = [...rules, definition].map(
      (rule, at) => `${at + 1}. Chapter\n\n${rule}\n\n${filler.repeat(14)}`,
    )
    await upload('Yard Safety', ...chapters)
    const { passages } = await retrieve('In which log do I write near misses with lorries in the yard?')
    expect(passages).toHaveLength(5)
    expect(passages[0]?.text).toContain('lorries')
    expect(passages.at(-1)?.text).toContain(definition)
  }, 240_000)

  it('is found although the question is misspelt, and comes with what was meant', async () => {
    await upload('Quarantine', 'Consignments in quarantine carry a yellow label until they are released.')
    const meant = 'What label do consignments in quarantine carry?'
    const repaired = await retrieve('What label do consignmants in quarantene carry?')
    const { understoodAs, ...asMeant } = await retrieve(meant)
    expect(asMeant.passages[0]?.title).toBe('Quarantine')
    expect(repaired).toEqual({ ...asMeant, understoodAs: meant })
    expect(understoodAs).toBeUndefined()
  }, 240_000)

  it('is found by other words than its own', async () => {
    await upload(
      'Deceased User Policy',
      'The next of kin of a deceased user may ask for the account. They send a certificate.',
    )
    const [passage] = (await retrieve('What happens to the account of somebody who died?')).passages
    expect(passage?.title).toBe('Deceased User Policy')
  }, 240_000)

  it('that was encoded before states of tokens were kept is found without windows, and gets them when indexed again', async () => {
    const question = 'When is the canteen open?'
    await upload('Canteen', 'The canteen is open from noon to two.')
    await rows.tenantTx(actor.organizationId, (db) =>
      db.update(embeddings).set({ statesVersion: null, tokenStates: null, clauseStates: null }),
    )
    const [before] = (await retrieve(question)).passages
    expect(before).toMatchObject({ title: 'Canteen' })
    expect(before?.windows).toBeUndefined()
    await reindex({ database: rows, progress: () => undefined, halted: AbortSignal.timeout(60_000) })
    const [after] = (await retrieve(question)).passages
    expect(after).toMatchObject({ id: before?.id, windows: [expect.objectContaining({ start: 0 })] })
  }, 240_000)
})

describe('everyday topics', () => {
  it('are known to the first question after a start', async () => {
    const { embedder } = engines.ports
    const started = { ...embedder, model: embedder.model, dimensions: embedder.dimensions }
    const [question = new Float32Array()] = await embedder.embed(['When is parental leave granted?'], 'query')
    expect(await topicSimilarity(started, question, [])).toBeGreaterThan(0.8)
  })

  it('have stored vectors that are those of the encoder', async () => {
    const { embedder } = engines.ports
    const topics = await readTopics()
    const chosen = topics.filter((_, at) => at % 40 === 0)
    const vectors = await encodeAll(embedder, chosen)
    for (const [at, vector] of vectors.entries()) {
      const nearest = await topicSimilarity(embedder, vector, [])
      expect(nearest, chosen[at]).toBeGreaterThan(0.998)
    }
  }, 240_000)

  it('are near to a question of another field, unless a heading names them', async () => {
    const { embedder } = engines.ports
    const [question = new Float32Array()] = await embedder.embed(['When is parental leave granted?'], 'query')
    const [other = new Float32Array()] = await embedder.embed(
      ['Who rotates the keys of the archive?'],
      'query',
    )
    const near = await topicSimilarity(embedder, question, [])
    expect(near).toBeGreaterThan(((await topicSimilarity(embedder, other, [])) ?? 1) + 0.02)
    expect(await topicSimilarity(embedder, question, ['Parental leave'])).toBeLessThan(near ?? 0)
  })
})
