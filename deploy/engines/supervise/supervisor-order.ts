import { readFile, rename, writeFile } from 'node:fs/promises'
import { z } from 'zod'

/** A supervisor's settings, as JSON in its first argument. Contains no secret. */
export const SupervisorOrder = z.object({
  /** Contains a folder per engine; must be traversable by the engines' own user. */
  dataFolder: z.string(),
  /** Delete the data at the end. */
  isTemporary: z.boolean(),
  /** Origin of the portal that these engines serve. */
  publicOrigin: z.string().optional(),
  /** An address that leads to the engines' loopback ports, for clients that are elsewhere. */
  advertisedHost: z.string().optional(),
  /** Outlives the process that started it, and is found through this file. */
  runFile: z.string().optional(),
})
export type SupervisorOrder = z.infer<typeof SupervisorOrder>

/** A running supervisor's control server and its engines' URLs. */
export const SupervisorAccess = z.object({
  pid: z.number(),
  urls: z.record(z.string(), z.string()),
  control: z.object({ url: z.string(), secret: z.string() }),
})
export type SupervisorAccess = z.infer<typeof SupervisorAccess>

/** Messages from a supervisor to its parent. */
export const SupervisorReport = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open'), access: SupervisorAccess }),
  z.object({ kind: z.literal('note'), line: z.string() }),
])
export type SupervisorReport = z.infer<typeof SupervisorReport>

/** Atomic, by rename. Mode 600: it contains a secret. */
export async function writeRunFile(file: string, access: SupervisorAccess): Promise<void> {
  const draft = `${file}.${process.pid}`
  await writeFile(draft, JSON.stringify(access, null, 2), { mode: 0o600 })
  await rename(draft, file)
}

/** Null if there is none. The supervisor may have died since. */
export async function readRunFile(file: string): Promise<SupervisorAccess | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // Unreadable is not absent: a supervisor may be running.
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : SupervisorAccess.parse(JSON.parse(text))
}
