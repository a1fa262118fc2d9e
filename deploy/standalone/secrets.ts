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

/** Secrets of one installation, created at its first start (mode 600). */
export type Secrets = z.infer<typeof Secrets>

/** Reads or creates the secrets in an existing folder. Throws one sentence if invalid. */
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
  // Secrets from an earlier version are kept, new ones added.
  const kept = { ...made, ...known, audit: made.audit }
  await writeKeptJson(file, kept)
  return kept
}
