import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkout } from './folders.mjs'
import { runNpm } from './run-process.mjs'

const pnpm = 'pnpm@12.21.0'
const stamp = join(checkout, 'node_modules', '.portal-install')

/** Packages not needed to serve; a browser and its driver are development dependencies. */
const notServing = ['@portal/tests', '@portal/bench']
const servingOnly = ['--prod', ...notServing.flatMap((name) => ['--filter', `!${name}`])]

/**
 * Installs the dependencies with pnpm if manifests or lock file changed. `scope` is `whole` or
 * `serving`, which is two thirds of it; a whole installation is never reduced.
 */
export async function ensureDependencies(node, scope) {
  const [installed, installedScope] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : []
  const wantedScope = installedScope === 'whole' ? 'whole' : scope
  if (installed === fingerprint() && installedScope === wantedScope) return
  console.log('portal: installing dependencies')
  const options = ['--prefer-frozen-lockfile', '--reporter=append-only']
  if (wantedScope === 'serving') options.push(...servingOnly)
  const code = await runNpm({
    args: ['exec', '--yes', '--', pnpm, 'install', ...options],
    cwd: checkout,
    node,
  })
  if (code !== 0) throw new Error("The dependencies could not be installed; see pnpm's message above.")
  writeFileSync(stamp, `${fingerprint()} ${wantedScope}`)
}

/** A hash of the lock file and all manifests. */
function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${pnpm}`)
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', '.npmrc', ...manifests()]) {
    const path = join(checkout, file)
    hash.update(`\0${file}\0`).update(existsSync(path) ? readFileSync(path) : '')
  }
  return hash.digest('hex')
}

/** Members are listed under `packages:`, as folders or `folder/*`. */
function manifests() {
  const [, list = ''] =
    /^packages:\n((?:\s+- .*\n)+)/m.exec(readFileSync(join(checkout, 'pnpm-workspace.yaml'), 'utf8')) ?? []
  const patterns = [...list.matchAll(/- ['"]?([^'"\n]+?)['"]?\s*$/gm)].map(([, pattern]) => pattern)
  const folders = patterns.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern]
    const parent = pattern.slice(0, -2)
    if (!existsSync(join(checkout, parent))) return []
    return readdirSync(join(checkout, parent))
      .sort()
      .map((name) => `${parent}/${name}`)
  })
  return ['package.json', ...folders.map((folder) => `${folder}/package.json`)]
}
