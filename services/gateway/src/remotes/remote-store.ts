import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gatewayEvents } from '@portal/contracts/gateway'
import { isInRange, type RemoteEntry } from '@portal/contracts/remotes'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { Database } from '@portal/service-kit/database/open-database'
import { emitter } from '@portal/service-kit/outbox/emit'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type RemoteKeys, signerOf } from './signatures.ts'
import { remoteActs, remoteVersions } from './tables.ts'

/** Published remotes: files in a directory, entries in the gateway's database. */
export interface RemoteStore {
  readonly database: Database
  readonly directory: string
  /** Whose signatures count; without keys, versions need none. */
  readonly keys: RemoteKeys
  /** The contract that the shell offers to remotes. */
  readonly contract: string
}

/** A gateway's settings about remotes. */
export interface StoreConfig {
  readonly remotesDirectory: string
  readonly shellDirectory: string
  readonly remoteKeys: RemoteKeys
}

/** The store of a gateway with this configuration. */
export async function openRemoteStore(config: StoreConfig, database: Database): Promise<RemoteStore> {
  const { remotesDirectory: directory, shellDirectory, remoteKeys: keys } = config
  return { database, directory, keys, contract: await readShellContract(shellDirectory) }
}

/** The request is not possible now; the message is a sentence for operators. */
export class RefusedRemote extends Error {
  override readonly name = 'RefusedRemote'
}

/** Who acts on a remote, and why. */
export type Author = Pick<typeof remoteActs.$inferInsert, 'by' | 'who' | 'why' | 'request'>

type Act = Omit<typeof remoteActs.$inferInsert, 'at' | 'by' | 'who' | 'why' | 'request'>

/** Adds to the history and, by an event, to the audit trail. */
export async function recordAct(db: TransactionHandle, author: Author, act: Act): Promise<void> {
  const [added] = await db
    .insert(remoteActs)
    .values({ ...act, ...author, at: new Date() })
    .onConflictDoNothing({ target: remoteActs.request })
    .returning({ id: remoteActs.id })
  if (!added) throw new RefusedRemote('This order was carried out before.')
  const actorId = author.by === 'operator' ? (author.who ?? null) : null
  const emit = emitter(db, { source: 'gateway', organizationId: null, wrote: [], actorId })
  const { act: change, version: versionId = null, percent = null, organization = null } = act
  const data = { change, versionId, percent, ofOrganization: organization }
  await emit(gatewayEvents.remoteChanged, { subject: act.name, data })
}

/** One act on a remote at a time, in all replicas, until the transaction ends. */
export async function lockRemote(db: TransactionHandle, name: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`remote ${name}`}))`)
}

/** The entry of a published version that may be shown. Throws {@link RefusedRemote}. */
export async function usableEntry(
  db: TransactionHandle,
  store: RemoteStore,
  { name, version }: { readonly name: string; readonly version: string },
): Promise<RemoteEntry> {
  const [row] = await db
    .select({ entry: remoteVersions.entry })
    .from(remoteVersions)
    .where(and(eq(remoteVersions.name, name), eq(remoteVersions.version, version)))
  const reason = row
    ? reasonAgainst(row.entry, store)
    : `Version ${version} of '${name}' was never published.`
  if (!row || reason !== null) throw new RefusedRemote(reason ?? '')
  return row.entry
}

/** Why a version may not be shown, in a sentence; null if it may. */
export function reasonAgainst(
  entry: RemoteEntry,
  { keys, contract }: Pick<RemoteStore, 'keys' | 'contract'>,
): string | null {
  const what = `${entry.name} ${entry.version}`
  if (entry.contract && !isInRange(contract, entry.contract)) {
    const { from, below } = entry.contract
    return `${what} is for shells with contract ${from} up to but not including ${below}; this portal's shell has ${contract}. Build it again with the packages of this portal.`
  }
  if (keys.size === 0) return null
  if (entry.signature === undefined) return `${what} is not signed.`
  if (signerOf(entry, keys) === null)
    return `The signature of ${what} is not by a key of this portal, or something was changed afterwards.`
  return null
}

const ShellFacts = z.object({ contract: z.string() })

/** The contract of the shell in this folder; builds from before there was one have 1.0. */
async function readShellContract(shellDirectory: string): Promise<string> {
  const text = await readFile(join(shellDirectory, 'shell.json'), 'utf8').catch(() => '{"contract":"1.0"}')
  return ShellFacts.parse(JSON.parse(text)).contract
}
