import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { workspaceRoot } from '@portal/build/build-plan'

export const runFile = promisify(execFile)

/** Lays out a commit of this repository with what it needs to serve, installed by itself. */
export async function checkOut(commit: string, folder: string): Promise<void> {
  await mkdir(folder)
  const archive = `${folder}.tar`
  await runFile('git', ['archive', '--output', archive, commit], { cwd: workspaceRoot })
  await runFile('tar', ['--extract', '--file', archive, '--directory', folder])
  const script = `
    const { ensureDependencies } = await import('./tools/bootstrap/ensure-dependencies.mjs')
    await ensureDependencies(process.execPath, 'serving')`
  await runFile(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder })
}
