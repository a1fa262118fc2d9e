import type { ArchivedFile } from '@portal/file-rules/write-archive'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { Html } from '@portal/service-kit/html'
import type { BlobStore } from '@portal/service-kit/ports/blob-store'
import type { documents, versions } from '../schema.ts'

export type DocumentRow = typeof documents.$inferSelect & { readonly departmentName: string | null }
export type VersionRow = typeof versions.$inferSelect & { readonly areChangesRequested: boolean }

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
  /** A time on the organization's clocks; empty for none. */
  shownTime(time: Date | null): string
}

/** A kind of evidence about a document: writes its files, then its part of the document's page. */
export type Section = (of: DocumentEvidence) => AsyncGenerator<ArchivedFile, Html>

const date = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const clock = { hour: '2-digit', minute: '2-digit', timeZoneName: 'longOffset' } as const

/** Writes times as people read them in a pack, as 2026-01-31 14:05 UTC+01:00. */
export function timesIn(timeZone: string): DocumentEvidence['shownTime'] {
  // Sweden writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, ...date, ...clock })
  return (time) => (time === null ? '' : format.format(time).replace(/GMT(\+00:00)?/, 'UTC'))
}
