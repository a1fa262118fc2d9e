import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  clausesBelowHeadings,
  clausesOf,
  type StoredStates,
  storeStates,
} from '@portal/ranking/passage-states'
import type { Embedder, TokenEncoder } from '@portal/service-kit/ports/embedder'

const slice = 64

/** What the encoder makes of a passage: its vector, and its states as they are stored. */
export interface CachedStates extends StoredStates {
  readonly vector: Float32Array
}

/** A passage as it is encoded: below its headings. */
export interface PassageToEncode {
  readonly text: string
  readonly headingPath: readonly string[]
}

/** Token states through a file cache keyed by model, version, text, headings and clauses. */
export class StatesCache {
  readonly #database: DatabaseSync
  readonly #model: string
  readonly #encoder: TokenEncoder

  constructor(folder: string, { model, tokens }: Embedder) {
    if (!tokens) throw new Error(`The encoder ${model} gives no token states.`)
    mkdirSync(folder, { recursive: true })
    this.#database = new DatabaseSync(join(folder, 'states.sqlite'), { timeout: 5000 })
    this.#database.exec(
      'PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS passages (key BLOB PRIMARY KEY, vector BLOB, tokens BLOB, clauses BLOB)',
    )
    this.#model = model
    this.#encoder = tokens
  }

  /** The states of each passage, in order; `progress` receives done and total. */
  async encode(
    passages: readonly PassageToEncode[],
    progress: (done: number, total: number) => void,
  ): Promise<CachedStates[]> {
    const missing = [
      ...new Map(
        passages
          .filter((passage) => this.#find(passage) === undefined)
          .map((passage) => [JSON.stringify(passage), passage]),
      ).values(),
    ]
    for (let start = 0; start < missing.length; start += slice) {
      const part = missing.slice(start, start + slice)
      const below = part.map(({ text, headingPath }) => clausesBelowHeadings(text, headingPath))
      const encoded = await this.#encoder.encode(below, 'passage')
      this.#database.exec('BEGIN')
      for (const [at, passage] of part.entries()) {
        const states = encoded[at]
        const clauses = clausesOf(passage.text)
        if (states) this.#store(passage, { vector: states.vector, ...storeStates(clauses, states) })
      }
      this.#database.exec('COMMIT')
      progress(Math.min(start + slice, missing.length), missing.length)
    }
    return passages.flatMap((passage) => this.#find(passage) ?? [])
  }

  close(): void {
    this.#database.close()
  }

  #find(passage: PassageToEncode): CachedStates | undefined {
    const row = this.#database
      .prepare('SELECT vector, tokens, clauses FROM passages WHERE key = ?')
      .get(this.#key(passage))
    const { vector, tokens, clauses } = row ?? {}
    return vector instanceof Uint8Array && tokens instanceof Uint8Array && clauses instanceof Uint8Array
      ? { vector: new Float32Array(vector.slice().buffer), tokens, clauses }
      : undefined
  }

  #store(passage: PassageToEncode, { vector, tokens, clauses }: CachedStates): void {
    const insert = this.#database.prepare('INSERT OR REPLACE INTO passages VALUES (?, ?, ?, ?)')
    insert.run(this.#key(passage), new Uint8Array(vector.slice().buffer), tokens, clauses)
  }

  #key({ text, headingPath }: PassageToEncode): Uint8Array {
    const below = clausesBelowHeadings(text, headingPath)
    const cut = below.parts.map(({ start, end }) => `${start}-${end}`)
    const made = [this.#model, this.#encoder.version, cut.join(), below.text].join('\0')
    return createHash('sha256').update(made).digest()
  }
}
