import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeSigningKey } from '@portal/gateway-service/remotes/signatures'

const names = ['gateway', 'audit', 'invitation', 'delegation', 'oidcClient', 'identityAdmin', 'postgres']

/**
 * Writes values of the chart that stay the same for this checkout's cluster: its keys, and the pair
 * by which remotes are published. Keeps those of before.
 */
export async function writeTiltKeys(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { privateKey, publicKey } = makeSigningKey()
  const keys = Object.fromEntries(names.map((name) => [name, randomBytes(32).toString('base64')]))
  const remotes = { keys: `tilt=${publicKey}`, signingSecret: 'tilt-remotes-key' }
  if (await isNew(join(folder, 'key.pem'), privateKey))
    await writeFile(join(folder, 'values.json'), JSON.stringify({ keys, remotes }), { mode: 0o600 })
}

async function isNew(file: string, content: string): Promise<boolean> {
  try {
    await writeFile(file, content, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
