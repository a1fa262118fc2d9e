import type { IndexedDocument, SearchIndex, SearchQuery } from '@portal/service-kit/ports/search-index'

/** A prepared index for one test; it may contain other tests' organizations. */
export interface IndexUnderTest {
  readonly index: SearchIndex
}

/** A prepared index over a storage used by no other test. */
export interface StorageUnderTest extends IndexUnderTest {
  /** Closes the index and reopens its storage, unprepared. */
  reopen(): Promise<SearchIndex>
}

/** The encoder of the suite. */
export const suiteEncoder = { model: 'suite', dimensions: 8 }

/** A document of organization 1 with one passage per text. */
export function documentOf(
  documentId: string,
  texts: readonly string[],
  rest: Partial<IndexedDocument> = {},
): IndexedDocument {
  const revision = rest.revision ?? 1
  return {
    organizationId: 1,
    documentId,
    versionId: `${documentId}-v${revision}`,
    title: '',
    departments: [],
    revision,
    passages: texts.map((text, ordinal) => ({
      id: `${documentId}-${revision}-${ordinal}`,
      headingPath: [],
      text,
      vector: axis(ordinal),
    })),
    ...rest,
  }
}

/** A question of organization 1 by a person who may read everything. */
export function queryFor(text: string, rest: Partial<SearchQuery> = {}): SearchQuery {
  return { organizationId: 1, text, vector: axis(0), departments: null, limit: 10, ...rest }
}

/** The unit vector along an axis, or the mean direction of several. */
export function axis(...ordinals: readonly number[]): Float32Array {
  const vector = new Float32Array(suiteEncoder.dimensions)
  for (const ordinal of ordinals) vector[ordinal % vector.length] = 1 / Math.sqrt(ordinals.length)
  return vector
}
