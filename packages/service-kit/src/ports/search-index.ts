import type { TenantStore } from './tenant-store.ts'

/** One indexed passage. `vector` has unit length and the index's dimensions. `headingPath` and the title form a lexical field of their own. */
export interface IndexedPassage {
  readonly id: string
  readonly headingPath: readonly string[]
  readonly text: string
  readonly vector: Float32Array
}

/** The present state of one document in the index. */
export interface IndexedDocument {
  readonly organizationId: number
  readonly documentId: string
  readonly versionId: string
  readonly title: string
  /** Departments (numbers) that may read it; empty: the whole organization. */
  readonly departments: readonly number[]
  /** Grows with every change of the document; a write with a lower or equal revision is ignored, so late events never win. */
  readonly revision: number
  /** Empty removes the document (and remembers the revision). */
  readonly passages: readonly IndexedPassage[]
}

/** A search. `departments` is what the asker belongs to; null: may read every document of the organization. */
export interface SearchQuery {
  readonly organizationId: number
  /** Any text: operators of a query language mean nothing. Only a first part of a very long one counts. */
  readonly text: string
  readonly vector: Float32Array
  readonly departments: readonly number[] | null
  /** Hits wanted per leg, at most 200. */
  readonly limit: number
}

/** A passage found by one leg with that leg's own score (higher is better). */
export interface SearchHit {
  readonly passageId: string
  readonly documentId: string
  readonly versionId: string
  readonly score: number
}

/** What each leg found, best first. A text without searchable words has no lexical hits. */
export interface SearchHits {
  readonly lexical: readonly SearchHit[]
  readonly vector: readonly SearchHit[]
}

/**
 * Both legs of hybrid search; fusion happens above the port. Both legs filter by permission inside
 * their query. `lexical` scores are BM25 with word pairs, a heading field and rule numbers
 * (architecture §7); `vector` scores are cosines.
 * Every call throws {@link EngineUnavailable} when the engine cannot serve it now, and before `prepare` has succeeded.
 */
export interface SearchIndex extends TenantStore {
  /**
   * States the encoder of all following calls; comes first. `rebuild`: some documents were indexed for another encoder or text analysis;
   * an engine that may have lost what it knew says so when it knows no document at all.
   * They stay findable by the lexical leg, the vector leg leaves them out, until each is replaced; for them an equal revision is accepted.
   * `refill` is called, until it succeeds, when the engine turns out later to have lost what it knew: it has every document replaced again.
   */
  prepare(
    encoder: { readonly model: string; readonly dimensions: number },
    refill?: () => Promise<void>,
  ): Promise<'ready' | 'rebuild'>
  /** Replaces what the index holds of a document, all at once for searchers; resolves when searchable and durable. */
  replaceDocument(document: IndexedDocument): Promise<void>
  search(query: SearchQuery): Promise<SearchHits>
  /** Removes everything of an organization for good: writes that come later are ignored, so nothing is resurrected by a late event. */
  purge(organizationId: number): Promise<void>
  /** Resolves when searches can be answered, else throws {@link EngineUnavailable} with one sentence that says why not, fit for visitors' eyes. */
  check(): Promise<void>
  close(): Promise<void>
}
