// Runs every npm script: plain JavaScript for Node 18 or newer. Ensures Node 24 and the
// dependencies, then runs the command's TypeScript.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureDependencies } from './ensure-dependencies.mjs'
import { ensureNode } from './ensure-node.mjs'
import { checkout } from './folders.mjs'
import { runProcess } from './run-process.mjs'
import { servingOptions } from './serving-options.mjs'

/** The file behind `npm run <command>`; arguments after `--` are passed on. */
const serving = {
  start: ['deploy/standalone/main.ts'],
  'start:services': ['deploy/services/main.ts'],
  provision: ['deploy/provision/main.ts'],
  remotes: ['deploy/operate/remotes/main.ts'],
  'dead-letters': ['deploy/operate/dead-letters/main.ts'],
  'audit:verify': ['deploy/operate/audit/main.ts'],
  republish: ['deploy/operate/republish/main.ts'],
  reindex: ['deploy/operate/reindex/main.ts'],
  backup: ['deploy/operate/backup/main.ts'],
  restore: ['deploy/operate/restore/main.ts'],
}

/** Commands that need the development dependencies. */
const developing = {
  dev: ['deploy/dev/main.ts'],
  tilt: ['deploy/dev/tilt/main.ts'],
  test: ['node_modules/vitest/vitest.mjs', 'run'],
  'test:engines': ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.engines.config.ts'],
  'test:cluster': ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.cluster.config.ts'],
  engines: ['deploy/engines/main.ts'],
  images: ['deploy/images/main.ts'],
  fuzz: ['tests/fuzz/main.ts'],
  drills: ['tests/drills/main.ts'],
  mutants: ['tests/mutants/main.ts'],
  conformance: ['tools/conformance/main.ts'],
  verify: ['tools/verify/main.ts'],
  screens: ['tests/screens/main.ts'],
  crawl: ['tests/crawl/main.ts'],
  load: ['deploy/load/main.ts'],
  bench: ['bench/src/main.ts'],
  add: ['tools/add/main.ts'],
  'demo-documents': ['tools/demo-documents/main.ts'],
}

const commands = { ...serving, ...developing }

async function main([name, ...rest]) {
  const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined
  if (!command)
    throw new Error(`There is no command "${name ?? ''}"; there are: ${Object.keys(commands).join(', ')}.`)
  const node = await ensureNode()
  const scope = Object.hasOwn(serving, name) ? 'serving' : 'whole'
  await ensureDependencies(node, scope)
  const options = scope === 'serving' ? servingOptions : []
  const [entry, ...fixed] = command
  if (!existsSync(join(checkout, entry))) throw new Error(`${entry} is missing: this checkout is incomplete.`)
  const code = await runProcess({
    node,
    args: ['--disable-warning=ExperimentalWarning', ...options, entry, ...fixed, ...rest],
  })
  // Links the new package and updates the lock file.
  if (name === 'add' && code === 0) await ensureDependencies(node, scope)
  return code
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    console.error(`portal: ${error instanceof Error ? error.message : error}`)
    process.exit(1)
  },
)
