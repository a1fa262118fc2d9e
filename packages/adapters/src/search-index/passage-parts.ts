import { randomUUID } from 'node:crypto'
import type { IndexedDocument, IndexedPassage } from '@portal/service-kit/ports/search-index'

/** Copying more of a large text to another thread at once would hold up this one. */
const passagesPerPart = 100
/** Documents are written one after the other: of more than these, the first was given up. */
const uploadsMax = 4

/** A document on its way to another thread: its passages after the first ones, then the rest. */
export type DocumentPart =
  | { readonly type: 'passages'; readonly upload: string; readonly passages: readonly IndexedPassage[] }
  | {
      readonly type: 'replace'
      readonly upload: string
      /** With its first passages. */
      readonly document: IndexedDocument
      /** How many it has with all parts. */
      readonly passages: number
    }

/** The parts of a document, to be sent in this order. */
export function* partsOf(document: IndexedDocument): Generator<DocumentPart> {
  const { passages } = document
  const upload = randomUUID()
  for (let from = passagesPerPart; from < passages.length; from += passagesPerPart)
    yield { type: 'passages', upload, passages: passages.slice(from, from + passagesPerPart) }
  const first = { ...document, passages: passages.slice(0, passagesPerPart) }
  yield { type: 'replace', document: first, upload, passages: passages.length }
}

/** Passages that came in parts, until their document is whole. */
export class PassageParts {
  readonly #uploads = new Map<string, IndexedPassage[]>()

  /** The document once its last part is there, null before; throws if one did not arrive. */
  join(part: DocumentPart): IndexedDocument | null {
    if (part.type === 'passages') {
      this.#add(part.upload, part.passages)
      return null
    }
    const later = this.#uploads.get(part.upload) ?? []
    this.#uploads.delete(part.upload)
    const passages = [...part.document.passages, ...later]
    if (passages.length !== part.passages) throw new Error('A part of the document did not arrive.')
    return { ...part.document, passages }
  }

  #add(upload: string, passages: readonly IndexedPassage[]): void {
    const known = this.#uploads.get(upload) ?? []
    known.push(...passages)
    this.#uploads.set(upload, known)
    const [oldest] = this.#uploads.keys()
    if (this.#uploads.size > uploadsMax && oldest !== undefined) this.#uploads.delete(oldest)
  }
}
