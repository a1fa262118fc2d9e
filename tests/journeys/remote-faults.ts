import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { remotesFolder } from '@portal/deploy/standalone/data-folder'
import type { TestPage } from '@portal/testkit/browser'

/** Ends a fault. */
export type Repair = () => Promise<void>

/** A remote to break: its published files, and the tab that requests them. */
export interface BrokenRemote {
  readonly page: TestPage
  readonly dataFolder: string
  readonly name: string
}

/** Ways in which a remote fails, by description. */
export const faults: Readonly<Record<string, (remote: BrokenRemote) => Promise<Repair>>> = {
  missing: removeFiles,
  'missing its screens': removeScreens,
  corrupt: corruptFiles,
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
