import type { TenantStore } from './tenant-store.ts'

/** What is known of a stored blob. `sizeBytes` counts the content, `sha256` is its lower-case hex digest. */
export interface BlobInfo {
  readonly key: string
  readonly sizeBytes: number
  readonly sha256: string
}

/** A blob as a listing shows it; `storedAt` by the store's clock. */
export interface BlobEntry {
  readonly key: string
  readonly storedAt: Date
}

/**
 * Keeps uploaded files. Keys are made by the server, `org/<organization>/<uuid>`; a key with `..`, `//`, a leading
 * slash or a backslash is refused with {@link BlobKeyError}, because some stores normalise such keys. Every call throws
 * {@link EngineUnavailable} when the store cannot serve it now.
 */
export interface BlobStore extends TenantStore {
  /** Stores the content durably (fsync) under the key; resolves only then. A half-written blob is never visible. */
  put(key: string, content: Uint8Array): Promise<BlobInfo>
  /** The content, or null when there is none under this key. Throws when the stored checksum does not match. */
  get(key: string): Promise<Uint8Array | null>
  /** Removes the blob; removing one that does not exist is no error. */
  delete(key: string): Promise<void>
  /** Every blob whose key starts with the prefix, in no particular order. */
  list(prefix: string): AsyncIterable<BlobEntry>
  /** Removes what is left of puts that began more than `olderThanMs` ago and never ended; gives how many. */
  removeUnfinished(olderThanMs: number): Promise<number>
  /** Removes every blob below `org/<organization>/`, and what began to be put there and did not end. */
  purge(organizationId: number): Promise<void>
  /** Resolves when the store can be read and written, else throws {@link EngineUnavailable} with one sentence that says why not, fit for visitors' eyes. */
  check(): Promise<void>
}

/** A key that this port refuses (see {@link BlobStore}). */
export class BlobKeyError extends Error {
  override readonly name = 'BlobKeyError'
}
