import { createHash } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findEmbeddedPostgres } from '@portal/adapters/embedded-postgres/embedded-postgres'
import { postgresFolder, remotesFolder } from '@portal/deploy/standalone/data-folder'
import { remoteVersions } from '@portal/gateway-service/remotes/tables'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { databaseUrls } from '@portal/service-kit/database/provision-database'
import type { TestPage } from '@portal/testkit/browser'
import { and, eq } from 'drizzle-orm'
import { expect, vi } from 'vitest'

/** Ends a fault. */
export type Repair = () => Promise<void>

/** A remote to break: its published files, and the tab that requests them. */
export interface BrokenRemote {
  readonly page: TestPage
  readonly address: string
  readonly dataFolder: string
  readonly name: string
}

/** Ways in which a remote fails, by description. */
export const faults: Readonly<Record<string, (remote: BrokenRemote) => Promise<Repair>>> = {
  missing: removeFiles,
  'missing its screens': removeScreens,
  corrupt: corruptFiles,
  'changed, and its hash in the registry too': forge,
  slow: holdBack,
  hanging: hang,
}

/** Its folder is gone: the gateway responds with 404. */
async function removeFiles(remote: BrokenRemote): Promise<Repair> {
  const folder = join(remotesFolder(remote.dataFolder), remote.name)
  await rename(folder, `${folder}-away`)
  return () => rename(`${folder}-away`, folder)
}

/** The container exists, its chunks do not. */
function removeScreens(remote: BrokenRemote): Promise<Repair> {
  return alterScripts(remote, /\/\d+\.\w+\.js$/, null)
}

/** Every script is valid, but not the one published. */
function corruptFiles(remote: BrokenRemote): Promise<Repair> {
  return alterScripts(remote, /\.js$/, 'document.title = "Not what was published"')
}

/** Runs as it did, and something else beside: only the signature shows that it was changed. */
async function forge({ dataFolder, address, name }: BrokenRemote): Promise<Repair> {
  const adminUrl = await findEmbeddedPostgres(postgresFolder(dataFolder))
  const urls = databaseUrls(adminUrl, { database: 'gateway', roles: 'gateway' })
  const database = openDatabase({ urls, name: 'forgery', appConnections: 1, platformConnections: 1 })
  const current = and(eq(remoteVersions.name, name), eq(remoteVersions.isCurrent, true))
  const [row] = await database.platformTx((db) => db.select().from(remoteVersions).where(current))
  if (!row) throw new Error(`Nobody has ${name}`)
  const file = join(remotesFolder(dataFolder), name, row.version, 'remote-entry.js')
  const kept = await Promise.all(
    ['', '.br', '.gz'].map(async (end) => [`${file}${end}`, await readFile(`${file}${end}`)] as const),
  )
  const text = `${kept[0]?.[1]};document.title = "Not what was published"`
  for (const [path] of kept.slice(1)) await rm(path)
  await writeFile(file, text)
  const hash = `sha384-${createHash('sha384').update(text).digest('base64')}`
  const forged = { ...row.entry, integrity: { ...row.entry.integrity, 'remote-entry.js': hash } }
  const enter = async (entry: typeof row.entry) => {
    await database.platformTx((db) => db.update(remoteVersions).set({ entry }).where(current))
    const wanted = entry.integrity['remote-entry.js'] ?? ''
    await vi.waitFor(async () => {
      expect(await (await fetch(`${address}/remotes.json`)).text()).toContain(wanted)
    }, 10_000)
  }
  await enter(forged)
  return async () => {
    for (const [path, content] of kept) await writeFile(path, content)
    await enter(row.entry)
    await database.close()
  }
}

/** Replaces or removes the remote's scripts and their compressed twins on disk. */
async function alterScripts(remote: BrokenRemote, which: RegExp, text: string | null): Promise<Repair> {
  const folder = join(remotesFolder(remote.dataFolder), remote.name)
  const names = (await readdir(folder, { recursive: true })).map((name) => join(folder, name))
  const altered = names.filter((name) => which.test(name.replace(/\.(br|gz)$/, '')))
  const before = await Promise.all(altered.map(async (name) => [name, await readFile(name)] as const))
  for (const name of altered) {
    if (text === null || !name.endsWith('.js')) await rm(name)
    else await writeFile(name, text)
  }
  return async () => {
    for (const [name, content] of before) await writeFile(name, content)
  }
}

/** Responses arrive only when the fault ends. */
async function holdBack({ page, name }: BrokenRemote): Promise<Repair> {
  const end = Promise.withResolvers<void>()
  await page.route(`**/remotes/${name}/**`, async (route) => {
    await end.promise
    await route.continue()
  })
  return async () => end.resolve()
}

/** Requests during the fault never get a response. */
async function hang({ page, name }: BrokenRemote): Promise<Repair> {
  const address = `**/remotes/${name}/**`
  await page.route(address, () => new Promise<void>(() => undefined))
  return () => page.unroute(address)
}
