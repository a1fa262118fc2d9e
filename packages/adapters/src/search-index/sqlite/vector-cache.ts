import type { OrganizationFile } from './organization-file.ts'

type VectorSegments = Map<number, ReturnType<typeof loadSegment>>

interface CachedOrganization {
  /** The connection that `dataVersion` belongs to; other connections have other numbers. */
  file: OrganizationFile
  dataVersion: number
  encoder: string
  readonly segments: VectorSegments
  floats: number
}

/** Vectors in memory per organization, least recently used ones evicted. */
export class VectorCache {
  readonly #floatsMax: number
  readonly #organizations = new Map<number, CachedOrganization>()

  constructor(bytesMax: number) {
    this.#floatsMax = bytesMax / 4
  }

  /** Current segments of an organization by document number, for this encoder. */
  segments(organizationId: number, file: OrganizationFile, encoder: string): VectorSegments {
    const fresh = { file, dataVersion: -1, encoder, segments: new Map(), floats: 0 }
    const cached = this.#organizations.get(organizationId) ?? fresh
    this.#organizations.delete(organizationId)
    this.#organizations.set(organizationId, cached)
    const dataVersion = file.dataVersion
    if (cached.file !== file || cached.dataVersion !== dataVersion || cached.encoder !== encoder) {
      refresh(cached, file, encoder)
      cached.file = file
      cached.dataVersion = dataVersion
      this.#evict(organizationId)
    }
    return cached.segments
  }

  forget(organizationId: number): void {
    this.#organizations.delete(organizationId)
  }

  #evict(kept: number): void {
    let floats = 0
    for (const organization of this.#organizations.values()) floats += organization.floats
    for (const [id, organization] of this.#organizations) {
      if (floats <= this.#floatsMax || id === kept) return
      this.#organizations.delete(id)
      floats -= organization.floats
    }
  }
}

function refresh(cached: CachedOrganization, file: OrganizationFile, encoder: string): void {
  if (cached.encoder !== encoder) cached.segments.clear()
  cached.encoder = encoder
  const rows = file
    .statement(
      'SELECT number, document_id, version_id, revision FROM documents WHERE encoder = ? AND passages > 0',
    )
    .all(encoder)
  const present = new Set(rows.map((row) => Number(row.number)))
  for (const number of cached.segments.keys()) if (!present.has(number)) cached.segments.delete(number)
  for (const row of rows) {
    const number = Number(row.number)
    if (cached.segments.get(number)?.revision === Number(row.revision)) continue
    cached.segments.set(number, loadSegment(file, number, row))
  }
  cached.floats = 0
  for (const segment of cached.segments.values()) cached.floats += segment.matrix.length
}

/** The vectors of one document, row by row, with the passages they belong to. */
function loadSegment(file: OrganizationFile, document: number, row: Record<string, unknown>) {
  const passages = file
    .statement('SELECT passage_id, vector FROM passages WHERE document = ? ORDER BY number')
    .all(document)
  const vectors = passages.flatMap(({ vector }) => (vector instanceof Uint8Array ? [vector] : []))
  // A copy of its own: Buffer.concat may lend a part of a shared pool.
  const bytes = new Uint8Array(Buffer.concat(vectors))
  return {
    revision: Number(row.revision),
    documentId: String(row.document_id),
    versionId: String(row.version_id),
    passageIds: passages.map((passage) => String(passage.passage_id)),
    matrix: new Float32Array(bytes.buffer),
  }
}
