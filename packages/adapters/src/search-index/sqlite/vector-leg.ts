import type { SearchHit, SearchQuery } from '@portal/service-kit/ports/search-index'
import type { OrganizationFile } from './organization-file.ts'
import { departmentsParameter, readableDocument } from './readable-documents.ts'
import type { VectorCache } from './vector-cache.ts'

/** The vector leg: exact cosines with every readable passage (unit vectors). */
export function vectorHits(
  file: OrganizationFile,
  query: SearchQuery,
  from: { readonly cache: VectorCache; readonly encoder: string },
): SearchHit[] {
  const segments = from.cache.segments(query.organizationId, file, from.encoder)
  const readable = file
    .statement(
      `SELECT number FROM documents WHERE encoder = :encoder AND passages > 0 AND ${readableDocument}`,
    )
    .all({ encoder: from.encoder, departments: departmentsParameter(query.departments) })
  const best = new BestHits(query.limit)
  for (const row of readable) {
    const segment = segments.get(Number(row.number))
    if (!segment || segment.documentId === query.supposed?.documentId) continue
    const { documentId, versionId, matrix } = segment
    for (const [index, passageId] of segment.passageIds.entries()) {
      const score = dot(query.vector, matrix, index * query.vector.length)
      if (score > best.least) best.add({ passageId, documentId, versionId, score })
    }
  }
  return best.hits
}

/** The best hits so far, in order; ties keep their order of arrival. */
class BestHits {
  readonly hits: SearchHit[] = []
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The score to beat. */
  get least(): number {
    return this.hits.length < this.#limit ? Number.NEGATIVE_INFINITY : (this.hits.at(-1)?.score ?? 0)
  }

  add(hit: SearchHit): void {
    let low = 0
    let high = this.hits.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.hits[middle]?.score ?? 0) >= hit.score) low = middle + 1
      else high = middle
    }
    this.hits.splice(low, 0, hit)
    if (this.hits.length > this.#limit) this.hits.pop()
  }
}

/** Four independent sums run in parallel in the CPU. */
function dot(a: Float32Array, b: Float32Array, offset: number): number {
  let p = 0
  let q = 0
  let r = 0
  let s = 0
  for (let index = 0; index < a.length; index += 4) {
    p += (a[index] ?? 0) * (b[offset + index] ?? 0)
    q += (a[index + 1] ?? 0) * (b[offset + index + 1] ?? 0)
    r += (a[index + 2] ?? 0) * (b[offset + index + 2] ?? 0)
    s += (a[index + 3] ?? 0) * (b[offset + index + 3] ?? 0)
  }
  return p + q + r + s
}
