import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Configuration, rspack, type Stats } from '@rspack/core'
import type { FrontEnd } from './build-plan.ts'
import { compressFiles } from './compress-files.ts'
import { describeRemote } from './describe-remote.ts'
import { writeIndexPage } from './index-page.ts'
import { loadBuildFile, loadManifest } from './load-front-end.ts'
import { renderConfig, renderSource } from './render-config.ts'

/** Builds a front end into the folder. */
export async function buildInto(frontEnd: FrontEnd, folder: string): Promise<void> {
  const config = (await loadBuildFile(frontEnd))({ mode: 'production' })
  const stats = await runBuild({ ...config, output: { ...config.output, path: folder } })
  if (frontEnd.kind === 'shell') await writeIndexPage(frontEnd.root, folder, stats)
  else {
    if (existsSync(join(frontEnd.root, renderSource)))
      await runBuild(renderConfig({ root: frontEnd.root, folder }))
    await describeRemote({ folder, manifest: await loadManifest(frontEnd), stats })
  }
  await compressFiles(folder)
}

/** Runs one build to its end. Rejects with every compile error in one message. */
export async function runBuild(config: Configuration): Promise<Stats> {
  const compiler = rspack(config)
  try {
    const stats = await promisify(compiler.run.bind(compiler))()
    if (!stats) throw new Error('No result')
    if (stats.hasErrors()) throw new Error(stats.toString({ preset: 'errors-only', colors: false }))
    return stats
  } finally {
    await new Promise<void>((resolve) => compiler.close(() => resolve()))
  }
}
