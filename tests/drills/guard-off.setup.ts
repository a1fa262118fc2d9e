import { readFileSync, writeFileSync } from 'node:fs'
import { registerHooks, syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import threads, { Worker, type WorkerOptions } from 'node:worker_threads'
import { mutated } from '../mutants/mutant.ts'
import type { ProcessGuardOff } from './config.ts'

// Loaded by `--import` into each process that a drill starts, with the guard's file as its query:
// turns the guard off there, and in its threads, and leaves a mark for each file that was loaded
// without it. Safe: `runDrill` wrote the file.
const guardFile = new URL(import.meta.url).searchParams.get('guard') ?? ''
const { checkout, marks, ...guard } = JSON.parse(readFileSync(guardFile, 'utf8')) as ProcessGuardOff
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

/** Threads have not the options of their process. */
class GuardedWorker extends Worker {
  constructor(module: string | URL, { execArgv = [], ...options }: WorkerOptions = {}) {
    super(module, { ...options, execArgv: [...execArgv, '--import', import.meta.url] })
  }
}
Object.assign(threads, { Worker: GuardedWorker })
syncBuiltinESMExports()
