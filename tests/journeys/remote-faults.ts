import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { remotesFolder } from '@portal/deploy/standalone/data-folder'
import type { TestPage } from '@portal/testkit/browser'

/** Ends a fault: the remote is well again. */
export type Repair = () => Promise<void>

/** Where a remote is broken: its published files, and the tab that asks for them. */
export interface Patient {
  readonly page: TestPage
  readonly dataFolder: string
  readonly name: string
}

/** Ways in which a remote fails, by what people would say of it. */
export const faults: Readonly<Record<string, (patient: Patient) => Promise<Repair>>> = {
  missing: removeFiles,
  'missing its screens': removeScreens,
  corrupt: corruptFiles,
  slow: holdBack,
  hanging: hang,
}

/** Its folder is gone: the gateway answers 404. */
async function removeFiles(patient: Patient): Promise<Repair> {
  const folder = join(remotesFolder(patient.dataFolder), patient.name)
  await rename(folder, `${folder}-away`)
  return () => rename(`${folder}-away`, folder)
}

/** The container is there, the chunks that it asks for are not. */
function removeScreens(patient: Patient): Promise<Repair> {
  return alterScripts(patient, /\/\d+\.\w+\.js$/, null)
}

/** Every script is one that would run, and is not the one that was published. */
function corruptFiles(patient: Patient): Promise<Repair> {
  return alterScripts(patient, /\.js$/, 'document.title = "Not what was published"')
}

/** Replaces or removes scripts of the remote, and their compressed twins, on disk. */
async function alterScripts(patient: Patient, which: RegExp, text: string | null): Promise<Repair> {
  const folder = join(remotesFolder(patient.dataFolder), patient.name)
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

/** The gateway's answers arrive only when the fault ends. */
async function holdBack({ page, name }: Patient): Promise<Repair> {
  const end = Promise.withResolvers<void>()
  await page.route(`**/remotes/${name}/**`, async (route) => {
    await end.promise
    await route.continue()
  })
  return async () => end.resolve()
}

/** What is asked for during the fault is never answered. */
async function hang({ page, name }: Patient): Promise<Repair> {
  const address = `**/remotes/${name}/**`
  await page.route(address, () => new Promise<void>(() => undefined))
  return () => page.unroute(address)
}
