import type { Client } from '@portal/contracts/client'
import { type Document, documentsApi } from '@portal/contracts/documents'
import { pdfWithScan } from '@portal/testkit/files/unreadable-pdfs'
import { notingEmbedder } from '@portal/testkit/models/noting-embedder'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { uploadReady } from '../../test/documents-under-test.ts'
import type { DocumentsPorts } from '../ports.ts'
import { startVersionsUnderTest } from '../versions/versions.fixture.ts'

let portal: Awaited<ReturnType<typeof startVersionsUnderTest>>
const parsed: string[] = []
let isEarlier = false
const encoded: string[] = []

/** The real engines, which note what they were given. */
function noting(ports: DocumentsPorts): DocumentsPorts {
  const { parser, embedder } = ports
  return {
    ...ports,
    parser: {
      parse: (file) => {
        parsed.push(file.type)
        return parser.parse(file)
      },
      isEarlier: () => isEarlier,
      check: () => parser.check(),
    },
    embedder: notingEmbedder(embedder, (texts, kind) => {
      if (kind === 'passage') encoded.push(...texts)
    }),
  }
}

beforeAll(async () => {
  portal = await startVersionsUnderTest(noting)
})
afterAll(() => portal.stop())

const rule = (number: number) =>
  `Rule ${number} of this policy is that everyone keeps record ${number} in its own binder and shows it when asked.`

/** Four sections of 24 paragraphs; one paragraph may be another. */
function longPolicy(changed?: { readonly number: number; readonly text: string }): string {
  const sections = Array.from({ length: 4 }, (_, section) => {
    const paragraphs = Array.from({ length: 24 }, (_, at) => {
      const number = section * 100 + at
      return number === changed?.number ? changed.text : rule(number)
    })
    return [`${section + 1}. Binder ${section + 1}`, ...paragraphs].join('\n\n')
  })
  return `Binder Policy\n\n${sections.join('\n\n')}\n`
}

async function settled(client: Client, { id }: Document): Promise<Document> {
  return vi.waitFor(
    async () => {
      const document = await client.call(documentsApi.readDocument, { params: { id } })
      expect(document.ingestion.state).toMatch(/^(?:ready|failed)$/)
      return document
    },
    { timeout: 45_000, interval: 50 },
  )
}

describe('reading what was read before', () => {
  it('identical content is neither parsed nor encoded twice, even uploaded twice at once', async () => {
    const { admin } = await portal.newOrganization()
    parsed.length = 0
    const text = longPolicy()
    const [first, second] = await Promise.all([
      uploadReady(admin, text, { title: 'One' }),
      uploadReady(admin, text, { title: 'Two' }),
    ])
    expect(parsed).toHaveLength(1)
    encoded.length = 0
    const third = await uploadReady(admin, text, { title: 'Three' })
    expect(parsed).toHaveLength(1)
    expect(encoded).toEqual([])
    expect(new Set([first, second, third].map(({ ingestion }) => ingestion.passages)).size).toBe(1)
    const texts = await Promise.all(
      [first, third].map(({ id, currentVersion }) =>
        admin.call(documentsApi.readVersionText, { params: { id, versionId: currentVersion?.id ?? '' } }),
      ),
    )
    expect(texts[1]?.text).toBe(texts[0]?.text)
    expect(texts[1]?.sections).toEqual(texts[0]?.sections)
  })

  it('content that an earlier parser read is parsed again for a new version', async () => {
    const { admin } = await portal.newOrganization()
    await uploadReady(admin, 'Keys\n\nKeys are counted every evening.\n', { title: 'Before the update' })
    parsed.length = 0
    isEarlier = true
    await uploadReady(admin, 'Keys\n\nKeys are counted every evening.\n', { title: 'After it' })
    isEarlier = false
    expect(parsed).toHaveLength(1)
  })

  it('another organization’s content is parsed for itself', async () => {
    const [one, other] = [await portal.newOrganization(), await portal.newOrganization()]
    await uploadReady(one.admin, 'Doors\n\nDoors are locked at night.\n')
    parsed.length = 0
    await uploadReady(other.admin, 'Doors\n\nDoors are locked at night.\n')
    expect(parsed).toHaveLength(1)
  })

  it('a change of one paragraph encodes the passages around it and no others', async () => {
    const { admin } = await portal.newOrganization()
    await uploadReady(admin, longPolicy(), { title: 'Before' })
    encoded.length = 0
    const text = 'Rule 212 now says that record 212 is kept by the officer, in the safe of the second floor.'
    await uploadReady(admin, longPolicy({ number: 212, text }), { title: 'After' })
    expect(encoded.join('\n')).toContain(text)
    expect(encoded.length).toBeLessThanOrEqual(2)
  })
})

describe('a document of which not everything could be read', () => {
  it('is ready with a word about its pages', async () => {
    const { admin } = await portal.newOrganization()
    const file = new Blob([Buffer.from(pdfWithScan())])
    const uploaded = await admin.call(documentsApi.uploadDocument, { form: {}, file, fileName: 'scan.pdf' })
    const { ingestion } = await settled(admin, uploaded)
    expect(ingestion).toMatchObject({ state: 'ready', unreadPages: [2] })
    expect(ingestion.reason).toMatch(/^Not everything on page 2 could be read: .+\.$/)
    const params = { id: uploaded.id, versionId: uploaded.currentVersion?.id ?? '' }
    const text = await admin.call(documentsApi.readVersionText, { params })
    expect(text).toMatchObject({ unreadPages: [2], parser: expect.stringMatching(/\S/) })
    expect(await admin.call(documentsApi.readIngestionHealth, {})).toMatchObject({ ready: 1, partlyRead: 1 })
  })
})
