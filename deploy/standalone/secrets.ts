import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const Secrets = z.object({
  gateway: z.string(),
  oidcClient: z.string(),
  identityAdmin: z.string(),
  demoPassword: z.string(),
})

/** Secrets of one installation, made at its first start and kept in its data folder (mode 600). */
export type Secrets = z.infer<typeof Secrets>

/** Reads the secrets, or makes them. The data folder exists. */
export async function readOrMakeSecrets(dataFolder: string): Promise<Secrets> {
  const file = join(dataFolder, 'secrets.json')
  const known = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (known !== null) return Secrets.parse(JSON.parse(known))
  const made: Secrets = {
    gateway: randomBytes(32).toString('base64'),
    oidcClient: randomBytes(32).toString('hex'),
    identityAdmin: randomBytes(32).toString('hex'),
    demoPassword: `demo-${randomBytes(6).toString('hex')}`,
  }
  await writeFile(`${file}.new`, JSON.stringify(made), { mode: 0o600 })
  await rename(`${file}.new`, file)
  return made
}
