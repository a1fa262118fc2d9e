import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from './folders.mjs'
import { runNpm } from './run-process.mjs'

const wanted = '24.21.0'

/** Path of a Node 24: this process's own, or one downloaded once from the npm registry. */
export async function ensureNode() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  // The package contains only the binary, so it has no install script to run.
  const packageName = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const folder = join(cacheFolder(), `node-${wanted}-${process.platform}-${process.arch}`)
  const node = join(
    folder,
    'node_modules',
    packageName,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  if (!existsSync(node)) await fetchNode({ packageName, folder })
  assertRuns(node)
  return node
}

/** Installed under another name and renamed: an interrupted download looks unfinished. */
async function fetchNode({ packageName, folder }) {
  console.log(`portal: this machine has Node ${process.versions.node}; fetching Node ${wanted} (once)`)
  const staging = `${folder}.${process.pid}`
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging, { recursive: true })
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
  const code = await runNpm({
    args: ['install', '--prefix', staging, ...options, `${packageName}@${wanted}`],
    cwd: staging,
  })
  if (code !== 0) {
    rmSync(staging, { recursive: true, force: true })
    throw new Error(`Node ${wanted} could not be fetched from the npm registry; see npm's message above.`)
  }
  try {
    renameSync(staging, folder)
  } catch (error) {
    rmSync(staging, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

function assertRuns(node) {
  try {
    execFileSync(node, ['--version'], { stdio: 'pipe' })
  } catch (error) {
    throw new Error(
      `Node ${wanted} does not run on this system (${error.message.split('\n')[0]}); install Node 24 yourself.`,
    )
  }
}
