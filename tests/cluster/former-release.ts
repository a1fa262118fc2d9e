import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { runTool } from '@portal/deploy/cluster/parts/run-tool'
import type { Cluster } from '@portal/deploy/cluster/start-cluster'
import { imageNames } from '@portal/deploy/images/build-images'
import { checkOut } from '../upgrade/last-checkout.ts'
import { readReleases } from '../upgrade/releases.ts'

/** A chart, and the values by which it runs images that the cluster has. */
export interface Release {
  readonly chart: string
  readonly settings: readonly string[]
}

/** Not that of the images under test. */
const tag = '0.1.0-former'

/**
 * The release before this one, from this repository's history: its own chart, its images built by
 * itself and imported. It is the last release if that has both, else a commit that does.
 */
export async function formerRelease(cluster: Cluster): Promise<Release> {
  const checkout = join(cluster.folder, 'former')
  await checkOut(await formerCommit(), checkout, 'whole')
  await name(checkout)
  const images = join(cluster.folder, 'former-images')
  await runTool(process.execPath, [join(checkout, 'deploy/images/main.ts'), '--folder', images])
  for (const image of imageNames) await cluster.importImage(join(images, image), `portal/${image}:${tag}`)
  return {
    chart: join(checkout, 'charts', 'portal'),
    settings: [`image.tag=${tag}`, `frontEnds.image.tag=${tag}`].flatMap((value) => ['--set', value]),
  }
}

async function formerCommit(): Promise<string> {
  const { last, firstCharted } = await readReleases()
  const look = ['ls-tree', '--name-only', last.commit, 'charts/portal/Chart.yaml']
  const found = await runTool('git', ['-C', workspaceRoot, ...look])
  return found === '' ? firstCharted.commit : last.commit
}

/** Images are called by the version in the checkout's package.json. */
async function name(checkout: string): Promise<void> {
  const file = join(checkout, 'package.json')
  const manifest: object = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...manifest, version: tag }))
}
