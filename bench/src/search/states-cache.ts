import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { clausesOf, type StoredStates, storeStates } from '@portal/ranking/passage-states'
import type { Embedder, TokenEncoder } from '@portal/service-kit/ports/embedder'

const slice = 64

/** What the encoder makes of a passage: its vector, and its states as they are stored. */
export interface CachedStates extends StoredStates {
  readonly vector: Float32Array
}

/** Token states of passages through a file cache keyed by model, version, text and clauses. */
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

  /** The states of each text, in order; `progress` receives done and total. */
  async encode(
    texts: readonly string[],
    progress: (done: number, total: number) => void,
  ): Promise<CachedStates[]> {
    const missing = [...new Set(texts.filter((text) => this.#find(text) === undefined))]
    for (let start = 0; start < missing.length; start += slice) {
      const part = missing.slice(start, start + slice).map((text) => ({ text, parts: clausesOf(text) }))
      const encoded = await this.#encoder.encode(part, 'passage')
      this.#database.exec('BEGIN')
      for (const [at, { text, parts }] of part.entries()) {
        const states = encoded[at]
        if (states) this.#store(text, { vector: states.vector, ...storeStates(parts, states) })
      }
      this.#database.exec('COMMIT')
      progress(Math.min(start + slice, missing.length), missing.length)
    }
    return texts.flatMap((text) => this.#find(text) ?? [])
  }

  close(): void {
    this.#database.close()
  }

  #find(text: string): CachedStates | undefined {
    const row = this.#database
      .prepare('SELECT vector, tokens, clauses FROM passages WHERE key = ?')
      .get(this.#key(text))
    const { vector, tokens, clauses } = row ?? {}
    return vector instanceof Uint8Array && tokens instanceof Uint8Array && clauses instanceof Uint8Array
      ? { vector: new Float32Array(vector.slice().buffer), tokens, clauses }
      : undefined
  }

  #store(text: string, { vector, tokens, clauses }: CachedStates): void {
    const insert = this.#database.prepare('INSERT OR REPLACE INTO passages VALUES (?, ?, ?, ?)')
    insert.run(this.#key(text), new Uint8Array(vector.slice().buffer), tokens, clauses)
  }

  #key(text: string): Uint8Array {
    const cut = clausesOf(text).map(({ start, end }) => `${start}-${end}`)
    const made = [this.#model, this.#encoder.version, cut.join(), text].join('\0')
    return createHash('sha256').update(made).digest()
  }
}
