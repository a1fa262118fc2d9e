import type { TenantStore } from './tenant-store.ts'

/** `sizeBytes` counts the content, `sha256` is its lower-case hex digest. */
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
 * Stores uploaded files under server-made keys, `org/<organization>/<uuid>`. Throws {@link
 * BlobKeyError} for `..`, `//`, backslashes or a leading slash, which some stores normalise, and
 * {@link EngineUnavailable} when the store cannot serve.
 */
export interface BlobStore extends TenantStore {
  /** Resolves once the content is durable (fsync). Partial blobs are never visible. */
  put(key: string, content: Uint8Array): Promise<BlobInfo>
  /** Null if there is no such blob. Throws if the stored checksum does not match. */
  get(key: string): Promise<Uint8Array | null>
  /**
   * The bytes `[start, end)`, fewer if the blob ends before; null if there is no such blob. The
   * checksum of a part cannot be compared: who reads a whole file in parts compares its own.
   */
  getPart(key: string, start: number, end: number): Promise<Uint8Array | null>
  /** Removing a blob that does not exist is no error. */
  delete(key: string): Promise<void>
  /** Every blob whose key starts with the prefix, in no particular order. */
  list(prefix: string): AsyncIterable<BlobEntry>
  /** Removes puts unfinished after more than `olderThanMs`; returns their number. */
  removeUnfinished(olderThanMs: number): Promise<number>
  /** Removes every blob below `org/<organization>/`, unfinished puts included. */
  purge(organizationId: number): Promise<void>
  /** Throws {@link EngineUnavailable}, with a sentence for visitors, if unusable. */
  check(): Promise<void>
}

/** A key that this port refuses (see {@link BlobStore}). */
export class BlobKeyError extends Error {
  override readonly name = 'BlobKeyError'
}
