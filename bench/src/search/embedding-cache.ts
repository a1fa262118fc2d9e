import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Embedder } from '@portal/service-kit/ports/embedder'

const slice = 64

/** Embeds through a file cache keyed by model, kind and text. */
export class EmbeddingCache {
  readonly #database: DatabaseSync
  readonly #embedder: Embedder

  constructor(folder: string, embedder: Embedder) {
    mkdirSync(folder, { recursive: true })
    this.#database = new DatabaseSync(join(folder, 'embeddings.sqlite'), { timeout: 5000 })
    this.#database.exec(
      'PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB) WITHOUT ROWID',
    )
    this.#embedder = embedder
  }

  /** One vector per text, in order; `progress` receives done and total. */
  async embed(
    texts: readonly string[],
    kind: 'query' | 'passage',
    progress: (done: number, total: number) => void,
  ): Promise<Float32Array[]> {
    const missing = [...new Set(texts.filter((text) => this.#find(text, kind) === undefined))]
    for (let start = 0; start < missing.length; start += slice) {
      const part = missing.slice(start, start + slice)
      this.#store(part, kind, await this.#embedder.embed(part, kind))
      progress(Math.min(start + slice, missing.length), missing.length)
    }
    return texts.map((text) => this.#find(text, kind) ?? new Float32Array())
  }

  close(): void {
    this.#database.close()
  }

  #find(text: string, kind: string): Float32Array | undefined {
    const row = this.#database.prepare('SELECT vector FROM vectors WHERE key = ?').get(this.#key(text, kind))
    const bytes = row?.vector
    return bytes instanceof Uint8Array ? new Float32Array(bytes.slice().buffer) : undefined
  }

  #store(texts: readonly string[], kind: string, vectors: readonly Float32Array[]): void {
    const insert = this.#database.prepare('INSERT OR REPLACE INTO vectors VALUES (?, ?)')
    this.#database.exec('BEGIN')
    for (const [index, vector] of vectors.entries()) {
      const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
      insert.run(this.#key(texts[index] ?? '', kind), bytes)
    }
    this.#database.exec('COMMIT')
  }

  #key(text: string, kind: string): Uint8Array {
    return createHash('sha256').update(`${this.#embedder.model}\0${kind}\0${text}`).digest()
  }
}
