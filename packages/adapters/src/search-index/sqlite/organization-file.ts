import { DatabaseSync, type StatementSync } from 'node:sqlite'

const schema = `
  CREATE TABLE documents (
    number INTEGER PRIMARY KEY, document_id TEXT NOT NULL UNIQUE, version_id TEXT NOT NULL, revision INTEGER NOT NULL,
    encoder TEXT NOT NULL, departments TEXT NOT NULL, passages INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE passages (
    number INTEGER PRIMARY KEY, document INTEGER NOT NULL, passage_id TEXT NOT NULL,
    body TEXT NOT NULL, marks TEXT NOT NULL, heading TEXT NOT NULL, vector BLOB NOT NULL
  ) STRICT;
  CREATE INDEX passages_of_document ON passages (document);
  CREATE TABLE abbreviations (passage INTEGER NOT NULL, short TEXT NOT NULL, long TEXT NOT NULL) STRICT;
  CREATE INDEX abbreviations_of_passage ON abbreviations (passage);
  CREATE INDEX abbreviations_by_short ON abbreviations (short, long);
  CREATE INDEX abbreviations_by_long ON abbreviations (long, short);
  CREATE TABLE totals (passages INTEGER NOT NULL, body INTEGER NOT NULL, pairs INTEGER NOT NULL, heading INTEGER NOT NULL) STRICT;
  INSERT INTO totals VALUES (0, 0, 0, 0);
  CREATE VIRTUAL TABLE terms USING fts5 (
    body, pairs, heading, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '_#.'"
  );
  CREATE VIRTUAL TABLE vocabulary USING fts5vocab (terms, col);
  PRAGMA user_version = 1;`

/** One organization's SQLite file: no query can reach another organization's rows. */
export class OrganizationFile {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  /** Opens for writing (created if missing) or reading. Every commit is durable. */
  constructor(path: string, mode: 'write' | 'read') {
    this.#database = new DatabaseSync(path, { readOnly: mode === 'read', timeout: 5000 })
    this.#database.exec('PRAGMA synchronous = FULL; PRAGMA cache_size = -16000')
    if (mode === 'write') this.#migrate()
  }

  /** Runs in one transaction; what it throws rolls everything back. */
  transaction<Result>(mode: 'read' | 'write', work: () => Result): Result {
    this.#database.exec(mode === 'write' ? 'BEGIN IMMEDIATE' : 'BEGIN')
    try {
      const result = work()
      this.#database.exec('COMMIT')
      return result
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw error
    }
  }

  /** A prepared statement, kept while the file is open. */
  statement(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#database.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  /** False while another connection has not yet written the tables. */
  get isReady(): boolean {
    return this.#pragma('user_version') === 1
  }

  /** Changes whenever another connection has committed. */
  get dataVersion(): number {
    return this.#pragma('data_version')
  }

  close(): void {
    this.#database.close()
  }

  #pragma(name: string): number {
    return Number(this.statement(`PRAGMA ${name}`).get()?.[name])
  }

  #migrate(): void {
    this.#database.exec('PRAGMA journal_mode = WAL')
    if (this.isReady) return
    this.transaction('write', () => {
      if (!this.isReady) this.#database.exec(schema)
    })
  }
}

/** The terms of a stored field. */
export function words(text: unknown): string[] {
  return typeof text === 'string' && text !== '' ? text.split(' ') : []
}
