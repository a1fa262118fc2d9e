import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buildAll } from '@portal/build/build-all'
import { workspaceRoot } from '@portal/build/build-plan'
import { startDevServer } from '@portal/build/dev-server'
import { stopOnSignal } from '@portal/service-kit/stop-on-signal'
import { writeTiltKeys } from './write-keys.ts'

/**
 * Runs a part of this checkout with the environment that Tilt gives it, again after each save of
 * what it has loaded.
 */
async function runPart(name: string) {
  const program = join('services', name, 'src', 'main.ts')
  const options = ['--watch', '--watch-preserve-output', '--disable-warning=ExperimentalWarning']
  const child = spawn(process.execPath, [...options, program], { cwd: workspaceRoot, stdio: 'inherit' })
  await once(child, 'spawn')
  const ended = once(child, 'exit')
  return {
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

// What the Tiltfile calls: `npm run tilt -- keys`, `build <front end>`, `part <name>`, and
// `front-ends <address of a gateway>`.
const [verb, name = ''] = process.argv.slice(2)
if (verb === 'keys') await writeTiltKeys(join(workspaceRoot, '.portal', 'tilt'))
else if (verb === 'build') await buildAll({ only: [name], log: console.log })
else if (verb === 'part') await stopOnSignal(() => runPart(name))
else if (verb === 'front-ends') await stopOnSignal(() => startDevServer({ port: 8080, upstream: name }))
else throw new Error('Say keys, build <front end>, part <name> or front-ends <address of a gateway>.')
