import type { IndexedPassage } from '@portal/service-kit/ports/search-index'

/** Documents are written one after the other: of more than these, the first was given up. */
const uploadsMax = 4

/** Passages that came in parts, until their document is written. */
export class PassageParts {
  readonly #uploads = new Map<string, IndexedPassage[]>()

  /** The next passages of an upload, in their order. */
  add(upload: string, passages: readonly IndexedPassage[]): void {
    const known = this.#uploads.get(upload) ?? []
    known.push(...passages)
    this.#uploads.set(upload, known)
    const [oldest] = this.#uploads.keys()
    if (this.#uploads.size > uploadsMax && oldest !== undefined) this.#uploads.delete(oldest)
  }

  /** All parts of an upload, which is over with this. */
  take(upload: string): readonly IndexedPassage[] {
    const passages = this.#uploads.get(upload) ?? []
    this.#uploads.delete(upload)
    return passages
  }
}
