import type { RetrievedPassage } from '@portal/contracts/retrieval'
import { notFound } from '@portal/service-kit/coded-error'
import { uuidV7 } from '@portal/service-kit/uuid-v7'

/** A retrieved passage with this text, 100 characters into its own version. */
export function passageSaying(text: string): RetrievedPassage {
  return {
    id: uuidV7(),
    documentId: uuidV7(),
    versionId: uuidV7(),
    version: 1,
    title: 'Retention Policy',
    customId: 'DOC-1',
    headingPath: ['Retention'],
    page: null,
    start: 100,
    end: 100 + text.length,
    text,
    score: 1,
    similarity: 0.9,
  }
}

/** For tests in which no version awaits approval and nobody asks about a document. */
export const withoutVersions = {
  supposing: () => {
    throw notFound()
  },
  alteredBy: async () => [],
  group: async () => [],
  vectors: async () => ({ model: 'none', vectors: [] }),
  document: async () => {
    throw notFound()
  },
}
