import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openBlobStore } from '@portal/adapters/blob-store/open-blob-store'
import { openDocumentParser } from '@portal/adapters/document-parser/open-document-parser'
import { openEmbedder } from '@portal/adapters/embedder/open-embedder'
import { openEmbeddedRanker } from '@portal/adapters/ranker/embedded-ranker'
import { openSearchIndex } from '@portal/adapters/search-index/open-search-index'
import type { Ranker } from '@portal/ranking/ranker'
import { createLogger } from '@portal/service-kit/logger'
import type { BlobStore } from '@portal/service-kit/ports/blob-store'
import type { DocumentParser } from '@portal/service-kit/ports/document-parser'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import type { SearchIndex } from '@portal/service-kit/ports/search-index'
import { fastFolder } from './fast-folder.ts'

const parserAddress = 'local:'

/** The embedded engines of the documents service, in a temporary folder. */
export interface DocumentEngines {
  readonly ports: {
    readonly blobs: BlobStore
    readonly parser: DocumentParser
    readonly embedder: Embedder
    readonly index: SearchIndex
    readonly ranker: Ranker
    /** Fails: tests of evidence bring a trail of their own. */
    readonly audit: { readonly extract: () => Promise<never> }
  }
  /** By which a thread of its own opens the same. */
  readonly addresses: { readonly blobs: string; readonly parser: string; readonly search: string }
  close(): Promise<void>
}

/** Opens file store, parser, encoder and search index as `npm start` does. */
export async function openDocumentEngines(): Promise<DocumentEngines> {
  const folder = await mkdtemp(join(await fastFolder(), 'portal-engines-'))
  const { embedder, parser, close } = await processesOfThisRun()
  const addresses = {
    ...{ blobs: `file:${join(folder, 'files')}`, parser: parserAddress },
    search: `sqlite:${join(folder, 'search')}`,
  }
  const index = await openSearchIndex(addresses.search)
  const ports = {
    blobs: await openBlobStore(addresses.blobs),
    parser,
    embedder,
    index,
    ranker: openEmbeddedRanker(),
    audit: { extract: () => Promise.reject(new Error('This test has no audit trail.')) },
  }
  return {
    ...{ ports, addresses },
    close: async () => {
      await Promise.all([close(), index.close()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface EngineProcesses {
  readonly embedder: Embedder
  readonly parser: DocumentParser
  close(): Promise<void>
}

let shared: Promise<EngineProcesses> | undefined

/**
 * The files of a test's process share encoder and parser, which end with it: to start them took a
 * third of the processor time of the documents service's tests.
 */
function processesOfThisRun(): Promise<EngineProcesses> {
  if (!process.env.VITEST) return openProcesses()
  shared ??= openShared().catch((error: unknown) => {
    // The next file tries again.
    shared = undefined
    throw error
  })
  return shared
}

async function openShared(): Promise<EngineProcesses> {
  const { embedder, parser } = await openProcesses()
  return {
    embedder,
    // That organizations share no process is proven by the parser's own tests.
    parser: {
      parse: (file) => parser.parse({ ...file, group: 'every organization' }),
      isEarlier: (name) => parser.isEarlier(name),
      check: () => parser.check(),
    },
    close: async () => undefined,
  }
}

async function openProcesses(): Promise<EngineProcesses> {
  const log = createLogger({ service: 'test', level: 'silent' })
  const embedder = await openEmbedder('onnx:e5-small-v2-int8', { log })
  return { embedder, parser: await openDocumentParser(parserAddress), close: () => embedder.close() }
}
