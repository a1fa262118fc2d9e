import type { TenantStore } from './tenant-store.ts'

/** `vector` has unit length; `headingPath` and the title form a separate lexical field. */
export interface IndexedPassage {
  readonly id: string
  readonly headingPath: readonly string[]
  readonly text: string
  readonly vector: Float32Array
}

/** The current state of one document in the index. */
export interface IndexedDocument {
  readonly organizationId: number
  readonly documentId: string
  readonly versionId: string
  readonly title: string
  /** Departments (numbers) that may read it; empty: the whole organization. */
  readonly departments: readonly number[]
  /** Grows with every change: writes that do not raise it are ignored. */
  readonly revision: number
  /** Empty removes the document (and remembers the revision). */
  readonly passages: readonly IndexedPassage[]
}

/** A document's passages as they would be with another version. `documentId` may be unknown. */
export type SupposedDocument = Pick<IndexedDocument, 'documentId' | 'versionId' | 'title' | 'passages'>

/** `departments` are the asker's; null permits every document of the organization. */
export interface SearchQuery {
  readonly organizationId: number
  /** Any text, without query operators. A very long one is truncated. */
  readonly text: string
  readonly vector: Float32Array
  /** What the organization calls the words of the text otherwise; counts for less. */
  readonly related?: readonly string[]
  readonly departments: readonly number[] | null
  /** Hits wanted per leg, at most 200. */
  readonly limit: number
  /**
   * Searched in place of what is indexed of this document, scored with the index's statistics;
   * nothing of it is stored.
   */
  readonly supposed?: SupposedDocument | undefined
}

/** A passage found by one leg with that leg's own score (higher is better). */
export interface SearchHit {
  readonly passageId: string
  readonly documentId: string
  readonly versionId: string
  readonly score: number
}

/** A value for each field of the lexical leg; `pairs`: adjacent terms and rule numbers. */
type PerField<Value> = Readonly<Record<'body' | 'pairs' | 'heading', Value>>

/** What scoring another passage against the question needs: term weights and average lengths. */
export interface QuestionStatistics {
  readonly passages: number
  /** Terms that the index has; a weight is rarity times occurrences in the question. */
  readonly weights: PerField<ReadonlyMap<string, { readonly weight: number }>>
  readonly averages: PerField<number>
}

/** What each leg found, best first. A text without searchable words has no lexical hits. */
export interface SearchHits {
  readonly lexical: readonly SearchHit[]
  readonly vector: readonly SearchHit[]
  /** Undefined without searchable words or while the index is empty. */
  readonly question?: QuestionStatistics | undefined
}

/**
 * Hybrid search without fusion; both legs filter by permission. `lexical` scores are BM25
 * (architecture §7), `vector` scores cosines. Throws {@link EngineUnavailable} when the engine
 * cannot serve, and before `prepare` has succeeded.
 */
export interface SearchIndex extends TenantStore {
  /**
   * Sets the encoder of later calls. `rebuild`: documents of another encoder or analysis, or of a
   * lost index, have only lexical hits until replaced, at an equal revision if need be. `refill`
   * has every document replaced after a later loss; it is retried until it succeeds.
   */
  prepare(
    encoder: { readonly model: string; readonly dimensions: number },
    refill?: () => Promise<void>,
  ): Promise<'ready' | 'rebuild'>
  /** Replaces a document atomically; resolves when it is searchable and durable. */
  replaceDocument(document: IndexedDocument): Promise<void>
  search(query: SearchQuery): Promise<SearchHits>
  /** Permanent: later writes of the organization are ignored. */
  purge(organizationId: number): Promise<void>
  /** Throws {@link EngineUnavailable}, with a sentence for visitors, if unusable. */
  check(): Promise<void>
  close(): Promise<void>
}
