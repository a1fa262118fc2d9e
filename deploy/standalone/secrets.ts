import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { readKeptJson, writeKeptJson } from './kept-json.ts'

const Secrets = z.object({
  gateway: z.string(),
  oidcClient: z.string(),
  identityAdmin: z.string(),
  audit: z.string(),
  demoPassword: z.string(),
})

/** Secrets of one installation, made at its first start and kept in its data folder (mode 600). */
export type Secrets = z.infer<typeof Secrets>

/** Reads the secrets, or makes them. The data folder exists. Throws one sentence when they are there and of no use. */
export async function readOrMakeSecrets(dataFolder: string): Promise<Secrets> {
  const file = join(dataFolder, 'secrets.json')
  const known = await readKeptJson(file, Secrets.partial({ audit: true }))
  if (known?.audit !== undefined) return { ...known, audit: known.audit }
  const made: Secrets = {
    gateway: randomBytes(32).toString('base64'),
    oidcClient: randomBytes(32).toString('hex'),
    identityAdmin: randomBytes(32).toString('hex'),
    audit: randomBytes(32).toString('base64'),
    demoPassword: `demo-${randomBytes(6).toString('hex')}`,
  }
  // What an earlier version kept stays; what it did not know yet is added.
  const kept = { ...made, ...known, audit: made.audit }
  await writeKeptJson(file, kept)
  return kept
}
