import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { workspaceRoot } from '@portal/build/build-plan'

export const runFile = promisify(execFile)

/**
 * Lays out a commit of this repository with what it needs to serve, or the whole to be built,
 * installed by itself. Throws a sentence in a clone that lacks the commit.
 */
export async function checkOut(
  commit: string,
  folder: string,
  scope: 'serving' | 'whole' = 'serving',
): Promise<void> {
  await mkdir(folder)
  await runFile('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: workspaceRoot }).catch(() => {
    throw new Error(
      `This clone has no commit ${commit}, at which an upgrade begins: fetch the whole history (git fetch --unshallow).`,
    )
  })
  const archive = `${folder}.tar`
  await runFile('git', ['archive', '--output', archive, commit], { cwd: workspaceRoot })
  await runFile('tar', ['--extract', '--file', archive, '--directory', folder])
  const script = `
    const { ensureDependencies } = await import('./tools/bootstrap/ensure-dependencies.mjs')
    await ensureDependencies(process.execPath, '${scope}')`
  await runFile(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder })
}
