import { openBlobStore } from '@portal/adapters/blob-store/open-blob-store'
import { openDocumentParser } from '@portal/adapters/document-parser/open-document-parser'
import { openEmbedder } from '@portal/adapters/embedder/open-embedder'
import { folderOfUrl } from '@portal/adapters/engine-url/engine-url'
import { lendEngines } from '@portal/adapters/lending/lend-engines'
import { closingEngines, openServicePlatform } from '@portal/adapters/platform/open-service-platform'
import { openRanker } from '@portal/adapters/ranker/open-ranker'
import { openSearchIndex } from '@portal/adapters/search-index/open-search-index'
import { readConfig } from '@portal/service-kit/config'
import { type RunningService, startService } from '@portal/service-kit/start-service'
import { stopOnSignal } from '@portal/service-kit/stop-on-signal'
import { DocumentsEnvironment } from './config.ts'
import { httpAuditExtracts } from './evidence/http-audit-extracts.ts'
import { ingestionThreads } from './ingestion/ingestion-threads.ts'
import { service as documents } from './service.ts'

/** Starts documents on the engines that its environment names. */
export async function start(environment: NodeJS.ProcessEnv): Promise<RunningService> {
  const config = readConfig(DocumentsEnvironment, environment)
  const platform = await openServicePlatform(config, documents.name)
  const embedder = await openEmbedder(config.EMBEDDER_URL, platform)
  const index = await openSearchIndex(config.SEARCH_URL)
  const ranker = openRanker(config.RANKER_URL, platform)
  const parser = await openDocumentParser(config.PARSER_URL)
  const quotas = {
    storedBytes: config.QUOTA_STORED_BYTES,
    documents: config.QUOTA_DOCUMENTS,
    uploads: { person: config.QUOTA_UPLOADS_PER_PERSON, organization: config.QUOTA_UPLOADS_PER_ORGANIZATION },
    uploadBytes: {
      person: config.QUOTA_UPLOAD_BYTES_PER_PERSON,
      organization: config.QUOTA_UPLOAD_BYTES_PER_ORGANIZATION,
    },
    evidencePacks: {
      person: config.QUOTA_EVIDENCE_PACKS_PER_PERSON,
      organization: config.QUOTA_EVIDENCE_PACKS_PER_ORGANIZATION,
    },
    requests: {
      person: config.QUOTA_REQUESTS_PER_PERSON,
      organization: config.QUOTA_REQUESTS_PER_ORGANIZATION,
    },
    readAgain: {
      person: config.QUOTA_READ_AGAIN_PER_PERSON,
      organization: config.QUOTA_READ_AGAIN_PER_ORGANIZATION,
    },
  }
  const audit = httpAuditExtracts(() => config.MASTER_ADMIN_URL)
  const blobs = await openBlobStore(config.BLOBS_URL)
  const ports = { blobs, parser, embedder, index, ranker, audit, quotas }
  const folder = folderOfUrl(config.BLOBS_URL)
  const uploadDisk = {
    spoolFolder: config.SPOOL_FOLDER,
    folders: folder === null ? [] : [folder],
    freeBytesMin: config.DISK_FREE_MIN_BYTES,
    freeShareMin: config.DISK_FREE_MIN_PERCENT / 100,
  }
  const jobThreads = ingestionThreads(config, () => lendEngines(ports))
  const service = await startService(documents, { ...platform, ports, uploadDisk, jobThreads })
  return closingEngines(service, [platform.bus, embedder, index, ranker])
}

if (import.meta.main) await stopOnSignal(() => start(process.env))
