import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { workspaceRoot } from '@portal/build/build-plan'
import { cacheFolder } from '@portal/tools/bootstrap/folders'
import type { Release } from './releases.ts'

const run = promisify(execFile)

/**
 * The checkout of a release with the dependencies of its own lock file, made once per machine in
 * the cache folder. Throws a sentence if this checkout's history lacks the release.
 */
export async function checkOutRelease({ version, commit }: Release): Promise<string> {
  const folder = join(cacheFolder(), 'releases', commit)
  if (existsSync(folder)) return folder
  await assertKnown(version, commit)
  const draft = `${folder}.${process.pid}`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true })
  try {
    const archive = join(draft, 'release.tar')
    await run('git', ['archive', '--output', archive, commit], { cwd: workspaceRoot })
    await run('tar', ['-xf', archive, '-C', draft])
    await rm(archive)
    const install =
      "const { ensureDependencies } = await import('./tools/bootstrap/ensure-dependencies.mjs'); await ensureDependencies(process.execPath, 'serving')"
    await run(process.execPath, ['--input-type=module', '--eval', install], { cwd: draft })
    await rename(draft, folder)
  } catch (error) {
    // Another run may have been faster.
    if (!existsSync(folder)) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return folder
}

async function assertKnown(version: string, commit: string): Promise<void> {
  try {
    await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: workspaceRoot })
  } catch (cause) {
    throw new Error(
      `Release ${version} is commit ${commit}, which this checkout's history does not have. Fetch it: git fetch --unshallow, or git fetch origin ${commit}.`,
      { cause },
    )
  }
}
