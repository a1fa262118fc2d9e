import { LocalDocumentParser } from '@portal/adapters/document-parser/local-document-parser'
import { describe, expect, it } from 'vitest'
import { ingestFile } from './ingest-file.ts'
import { readCorpus } from './read-corpus.ts'

const policies = await readCorpus(new URL('../../../packages/testkit/policies', import.meta.url).pathname)
const parser = await LocalDocumentParser.open()

describe('real policies', () => {
  it('are there in all three formats', () => {
    const kinds = new Set(policies.map(({ name }) => name.split('.').at(-1)))
    expect(kinds).toEqual(new Set(['pdf', 'docx', 'txt']))
  })

  it.each(policies)('$name: every passage stands in another engine’s reading of the file', async (file) => {
    const { failure, passages, notFound } = await ingestFile(parser, file)
    expect(failure).toBeNull()
    expect(passages).toBeGreaterThan(0)
    expect(notFound).toEqual([])
  })
})
