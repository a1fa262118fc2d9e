import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { makeSigningKey } from '@portal/gateway-service/remotes/signatures'
import { z } from 'zod'
import { readKeptJson, writeKeptJson } from './kept-json.ts'

const Secrets = z.object({
  gateway: z.string(),
  oidcClient: z.string(),
  identityAdmin: z.string(),
  audit: z.string(),
  demoPassword: z.string(),
  /** PEM: signs the builds of remotes that this installation makes itself. */
  remotes: z.string(),
})

/** Secrets of one installation, created at its first start (mode 600). */
export type Secrets = z.infer<typeof Secrets>

/** Reads or creates the secrets in an existing folder. Throws one sentence if invalid. */
export async function readOrMakeSecrets(dataFolder: string): Promise<Secrets> {
  const file = join(dataFolder, 'secrets.json')
  const known = await readKeptJson(file, Secrets.partial({ audit: true, remotes: true }))
  if (known?.audit !== undefined && known.remotes !== undefined)
    return { ...known, audit: known.audit, remotes: known.remotes }
  const made: Secrets = {
    gateway: randomBytes(32).toString('base64'),
    oidcClient: randomBytes(32).toString('hex'),
    identityAdmin: randomBytes(32).toString('hex'),
    audit: randomBytes(32).toString('base64'),
    demoPassword: `demo-${randomBytes(6).toString('hex')}`,
    remotes: makeSigningKey().privateKey,
  }
  // Secrets from an earlier version are kept, new ones added.
  const { audit = made.audit, remotes = made.remotes } = known ?? {}
  const kept = { ...made, ...known, audit, remotes }
  await writeKeptJson(file, kept)
  return kept
}
