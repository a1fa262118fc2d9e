import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OrganizationFile } from './organization-file.ts'

const openMax = 48

/** The organizations' files, a few of them open. A purged one never gets a file again. */
export class IndexFolder {
  readonly #folder: string
  readonly #mode: 'write' | 'read'
  readonly #open = new Map<number, OrganizationFile>()

  constructor(folder: string, mode: 'write' | 'read') {
    this.#folder = folder
    this.#mode = mode
    if (mode === 'write') mkdirSync(folder, { recursive: true })
  }

  /** The organization's file; undefined if purged, or if missing and opened for reading. */
  file(organizationId: number): OrganizationFile | undefined {
    const open = this.#open.get(organizationId)
    if (open) return this.#touch(organizationId, open)
    if (existsSync(this.#path(organizationId, '.purged'))) return undefined
    const path = this.#path(organizationId, '.sqlite')
    if (this.#mode === 'read' && !existsSync(path)) return undefined
    const file = new OrganizationFile(path, this.#mode)
    return this.#touch(organizationId, file)
  }

  /** Numbers of all organizations that have a file. */
  organizations(): number[] {
    const names = readdirSync(this.#folder).map((name) => /^organization-(\d+)\.sqlite$/.exec(name)?.[1])
    return names.filter((name) => name !== undefined).map(Number)
  }

  /** How many documents and passages the organization's file has. */
  count(organizationId: number): number {
    const path = this.#path(organizationId, '.sqlite')
    if (!existsSync(path)) return 0
    const counted = this.file(organizationId)
      ?.statement('SELECT (SELECT count(*) FROM documents) + (SELECT count(*) FROM passages) AS entries')
      .get()
    // A marked file left by a crash still counts, but is not opened.
    return Number(counted?.entries ?? 1)
  }

  /** Marks the organization as purged, so that a crash cannot undo it, then deletes its files. */
  purge(organizationId: number): void {
    writeFileSync(this.#path(organizationId, '.purged'), '', { flush: true })
    this.release(organizationId)
    for (const ending of ['.sqlite', '.sqlite-wal', '.sqlite-shm'])
      rmSync(this.#path(organizationId, ending), { force: true })
  }

  /** Completes purges interrupted by a crash. */
  finishPurges(): void {
    for (const organization of this.organizations()) {
      if (existsSync(this.#path(organization, '.purged'))) this.purge(organization)
    }
  }

  /** Throws when the folder is gone or cannot be used. */
  check(): void {
    accessSync(this.#folder, this.#mode === 'write' ? constants.R_OK | constants.W_OK : constants.R_OK)
  }

  release(organizationId: number): void {
    this.#open.get(organizationId)?.close()
    this.#open.delete(organizationId)
  }

  close(): void {
    for (const organization of [...this.#open.keys()]) this.release(organization)
  }

  #touch(organizationId: number, file: OrganizationFile): OrganizationFile {
    this.#open.delete(organizationId)
    this.#open.set(organizationId, file)
    const [oldest] = this.#open.keys()
    if (this.#open.size > openMax && oldest !== undefined) this.release(oldest)
    return file
  }

  #path(organizationId: number, ending: string): string {
    return join(this.#folder, `organization-${organizationId}${ending}`)
  }
}
