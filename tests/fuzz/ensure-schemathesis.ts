import { mkdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { takeLock } from '@portal/build/take-lock'
import { python } from '@portal/deploy/engines/install/prerequisites'
import type { Tools } from '@portal/deploy/engines/install/tools'
import { cacheFolder } from '@portal/tools/bootstrap/folders'

const version = '4.32.5'

/**
 * Schemathesis from PyPI in an environment of its own, in the cache. Returns the program. Throws a
 * sentence where Python is missing.
 */
export async function ensureSchemathesis(tools: Tools): Promise<string> {
  const folder = join(cacheFolder(), 'fuzz', `schemathesis-${version}`)
  const program = join(folder, 'bin', 'schemathesis')
  const interpreter = await python('Schemathesis')(tools)
  await mkdir(dirname(folder), { recursive: true })
  using _lock = await takeLock(`${folder}.lock`, () => console.log('Waiting for another installation'))
  const isThere = await stat(join(folder, 'complete')).catch(() => null)
  if (isThere) return program
  console.log(`Installing Schemathesis ${version} in ${folder}`)
  await rm(folder, { recursive: true, force: true })
  await tools.run(interpreter, ['-m', 'venv', folder])
  const python3 = join(folder, 'bin', 'python3')
  await tools.run(python3, ['-m', 'pip', 'install', '--quiet', `schemathesis==${version}`])
  // Last: a folder without it is what an interrupted installation left.
  await mkdir(join(folder, 'complete'))
  return program
}
