import { type Client, RequestError } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type DocumentsUnderTest,
  policy,
  startDocumentsUnderTest,
  uploadReady,
} from '../../test/documents-under-test.ts'

let portal: DocumentsUnderTest

beforeAll(async () => {
  portal = await startDocumentsUnderTest()
})
afterAll(() => portal[Symbol.asyncDispose]())

interface Search {
  readonly q: string
  readonly department?: number
  readonly limit?: number
}

const search = async (client: Client, query: Search) =>
  (await client.call(documentsApi.searchPassages, { query })).passages
const titles = async (client: Client, query: Search) =>
  new Set((await search(client, query)).map(({ title }) => title))

describe('GET /api/search', () => {
  it('answers passages with document, version, headings and offsets into the text', async () => {
    const { admin } = await portal.newOrganization()
    const document = await uploadReady(admin, policy('payroll'), { title: 'Payroll' })
    const [best] = await search(admin, { q: 'payroll kept for seven years' })
    const versionId = document.currentVersion?.id ?? ''
    expect(best).toMatchObject({
      ...{ documentId: document.id, versionId, version: 1, title: 'Payroll', customId: 'DOC-1' },
      ...{ headingPath: ['2. Retention'], page: null },
    })
    const { text } = await admin.call(documentsApi.readVersionText, {
      params: { id: document.id, versionId },
    })
    expect(text.slice(best?.start, best?.end)).toBe(best?.text)
  })

  it('is the same search as the assistant has', async () => {
    const { admin } = await portal.newOrganization()
    for (const subject of ['visitors', 'vehicles', 'keys']) await uploadReady(admin, policy(subject))
    const question = 'How long are records of vehicles kept?'
    const { passages } = await admin.call(documentsApi.retrievePassages, { body: { question, limit: 9 } })
    const found = await search(admin, { q: question, limit: 9 })
    expect(found.map(({ id }) => id)).toEqual(passages.map(({ id }) => id))
  })

  it('answers the best ones first, and no more than asked for', async () => {
    const { admin } = await portal.newOrganization()
    await uploadReady(admin, policy('laptops'))
    const found = await search(admin, { q: 'laptops' })
    expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).sort((a, b) => b - a))
    expect(await search(admin, { q: 'laptops', limit: 1 })).toEqual(found.slice(0, 1))
  })

  it('narrows to a department, even where others have much more to say', async () => {
    const { admin } = await portal.newOrganization()
    for (let n = 0; n < 8; n += 1)
      await uploadReady(admin, policy(`badges of building ${n}`), { title: `Building ${n}` })
    await uploadReady(admin, policy('coffee'), { title: 'Coffee', departmentId: '5' })
    expect(await titles(admin, { q: 'badges of building', department: 5, limit: 2 })).toEqual(
      new Set(['Coffee']),
    )
    expect(await search(admin, { q: 'badges', department: 4 })).toEqual([])
    expect(await search(admin, { q: 'badges', department: 99 })).toEqual([])
  })

  it('never answers a deleted document, nor a word of another organization', async () => {
    const [mine, theirs] = [await portal.newOrganization(), await portal.newOrganization()]
    const { id } = await uploadReady(mine.admin, policy('zebra-canary-9913'), { title: 'Mine' })
    expect(await titles(mine.admin, { q: 'records of zebra-canary-9913' })).toEqual(new Set(['Mine']))
    expect(await search(theirs.admin, { q: 'records of zebra-canary-9913' })).toEqual([])
    await mine.admin.call(documentsApi.deleteDocument, { params: { id } })
    expect(await search(mine.admin, { q: 'records of zebra-canary-9913' })).toEqual([])
  })

  it('writes no word of what was searched for into the log, neither when it works nor when it fails', async () => {
    const { admin } = await portal.newOrganization()
    await search(admin, { q: 'canary-search-5521' })
    const failing = { search: () => Promise.reject(new EngineUnavailable('The search engine is away.', 5)) }
    const index = Object.assign(Object.create(portal.engines.ports.index), failing)
    await using cut = await startDocumentsUnderTest({ index })
    const { admin: other } = await cut.newOrganization()
    const failure = await search(other, { q: 'canary-search-5521' }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(RequestError)
    expect(failure).toMatchObject({ status: 503, code: 'search_unavailable' })
    expect([...portal.under.logLines, ...cut.under.logLines].join('')).not.toContain('canary-search-5521')
  })

  it.each(['', '   ', 'x'.repeat(501)])('refuses %j in a sentence', async (q) => {
    const { admin } = await portal.newOrganization()
    await expect(search(admin, { q })).rejects.toMatchObject({
      status: 400,
      detail: expect.stringMatching(/^Search text .*\.$/),
    })
  })
})
