import type { AuditExtractHead, AuditExtractQuery } from '@portal/contracts/audit'
import type { PermissionOf } from '@portal/contracts/permissions'
import type { Route } from '@portal/contracts/route'
import type { Ranker } from '@portal/ranking/ranker'
import type { Context as KitContext } from '@portal/service-kit/context'
import type { BlobStore } from '@portal/service-kit/ports/blob-store'
import type { DocumentParser } from '@portal/service-kit/ports/document-parser'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import type { SearchIndex } from '@portal/service-kit/ports/search-index'
import type { DailyQuota } from '@portal/service-kit/quota/spend'
import type { Verb as KitVerb } from '@portal/service-kit/verb'

export interface DocumentsPorts {
  readonly blobs: BlobStore
  readonly parser: DocumentParser
  readonly embedder: Embedder
  readonly index: SearchIndex
  readonly ranker: Ranker
  readonly audit: AuditExtracts
  /** None: no limits. */
  readonly quotas?: DocumentsQuotas
}

/** What reading a file needs. */
export type ReadingPorts = Pick<DocumentsPorts, 'blobs' | 'parser'>

/** What encoding passages needs, and writing the index. */
export interface IndexingPorts extends Pick<DocumentsPorts, 'embedder'> {
  readonly index: Pick<SearchIndex, 'replaceDocument'>
}

/** The request on whose behalf master-admin is called. */
export interface Caller {
  readonly passport: string
  readonly requestId: string
  readonly signal: AbortSignal
}

/** An extract of the audit trail; `entries` are lines of JSON, in pieces. */
export interface AuditExtract extends AuditExtractHead {
  readonly entries: AsyncIterable<Uint8Array>
  /** Lets go of entries that nobody takes any more. */
  end(): Promise<void>
}

/** The only synchronous call of documents (architecture.md §1). */
export interface AuditExtracts {
  /** Throws 503 while the trail is away or behind, 409 if it does not fit its signed head. */
  extract(caller: Caller, query: AuditExtractQuery): Promise<AuditExtract>
}

/** Sizes in bytes. What is stored counts until it is removed for good. */
export interface DocumentsQuotas {
  readonly storedBytes: number
  readonly documents: number
  readonly uploads: DailyQuota
  readonly uploadBytes: DailyQuota
  readonly evidencePacks: DailyQuota
  /** People asked by campaigns. */
  readonly requests: DailyQuota
  /** Files read again after they failed. */
  readonly readAgain: DailyQuota
}

type Granted = PermissionOf<'documents'>
export type Context = KitContext<DocumentsPorts, Granted>
export type Verb<R extends Route> = KitVerb<R, DocumentsPorts, Granted>
