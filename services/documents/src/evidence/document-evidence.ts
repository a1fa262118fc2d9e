import type { ArchivedFile } from '@portal/file-rules/write-archive'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { Html } from '@portal/service-kit/html'
import type { BlobStore } from '@portal/service-kit/ports/blob-store'
import type { documents, versions } from '../schema.ts'

export type DocumentRow = typeof documents.$inferSelect & { readonly departmentName: string | null }
export type VersionRow = typeof versions.$inferSelect

/** A document in a pack, with its versions in the period, the oldest first. */
export interface DocumentEvidence {
  readonly organizationId: number
  readonly document: DocumentRow
  readonly versions: readonly VersionRow[]
  /** Where its files are in the pack. */
  readonly folder: string
  readonly blobs: BlobStore
  tx<T>(work: (db: TransactionHandle) => Promise<T>): Promise<T>
  /** A person's name, else their id; empty for nobody. */
  nameOf(personId: string | null): string
}

/** A kind of evidence about a document: writes its files, then its part of the document's page. */
export type Section = (of: DocumentEvidence) => AsyncGenerator<ArchivedFile, Html>

/** A time as people read it in a pack, in UTC. */
export function shownTime(time: Date | null): string {
  return time === null ? '' : `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
