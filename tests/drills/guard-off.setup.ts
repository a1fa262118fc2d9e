import { readFileSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mutated } from '../mutants/mutant.ts'
import { readGuardOff } from './config.ts'

// Loaded by `--import` into each process that a drill starts: turns the drill's guard off there,
// and leaves a mark for each file that was loaded without it.
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
}
