import { readFileSync, writeFileSync } from 'node:fs'
import { registerHooks, syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import threads, { Worker, type WorkerOptions } from 'node:worker_threads'
import { mutated } from '../mutants/mutant.ts'
import { guardOffVariable, readGuardOff } from './config.ts'

// Loaded by `--import` into each process that a drill starts: turns the drill's guard off there,
// and in its threads, and leaves a mark for each file that was loaded without it.
const off = readGuardOff()
if (off) {
  const { checkout, marks, ...guard } = off
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      const path = url.startsWith('file:') ? fileURLToPath(url) : ''
      const index = guard.edits.findIndex(({ file }) => path === join(checkout, file))
      if (index < 0) return loaded
      const { file } = guard.edits[index] ?? { file: '' }
      writeFileSync(join(marks, String(index)), '')
      return { ...loaded, source: mutated(guard, file, readFileSync(path, 'utf8')) }
    },
  })
  // Threads have neither the options of their process nor its environment.
  const env = { [guardOffVariable]: process.env[guardOffVariable] }
  class GuardedWorker extends Worker {
    constructor(module: string | URL, { execArgv = [], ...options }: WorkerOptions = {}) {
      const given = typeof options.env === 'object' ? options.env : {}
      super(module, {
        ...options,
        env: { ...given, ...env },
        execArgv: [...execArgv, '--import', import.meta.url],
      })
    }
  }
  Object.assign(threads, { Worker: GuardedWorker })
  syncBuiltinESMExports()
}
