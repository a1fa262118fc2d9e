import type { SearchIndex } from '@portal/service-kit/ports/search-index'

const organizationsPerTest = 1000

/**
 * Maps organizations 0 to 999 of a shared index to numbers unique to the `test`-th test. Other
 * values pass through unchanged.
 */
export function ownOrganizations(index: SearchIndex, test: number): SearchIndex {
  const own = (organizationId: number): number =>
    Number.isSafeInteger(organizationId) && organizationId >= 0
      ? test * organizationsPerTest + organizationId
      : organizationId
  return {
    prepare: (encoder) => index.prepare(encoder),
    replaceDocument: (document) =>
      index.replaceDocument({ ...document, organizationId: own(document.organizationId) }),
    search: (query) => index.search({ ...query, organizationId: own(query.organizationId) }),
    holds: index.holds,
    countOf: (organizationId) => index.countOf(own(organizationId)),
    purge: (organizationId) => index.purge(own(organizationId)),
    check: () => index.check(),
    close: () => index.close(),
  }
}
