import { runTests } from '@portal/build/run-tests'
import { allDrills } from './all-drills.ts'
import { runDrills } from './drills-command.ts'

/** `npm run drills [-- <name> ...]`: all in full, or those of these names or promises. */
async function runInFull(names: readonly string[]): Promise<void> {
  const isCalled = (name: string) =>
    allDrills.filter((drill) => drill.name === name || drill.promise === name)
  const unknown = names.filter((name) => isCalled(name).length === 0)
  if (unknown.length > 0) {
    const known = allDrills.map(({ name }) => name).join(', ')
    throw new Error(`There is no drill ${unknown.join(', ')}; there are: short, ${known}.`)
  }
  const chosen =
    names.length === 0
      ? allDrills
      : allDrills.filter((drill) => names.some((name) => isCalled(name).includes(drill)))
  const isGood = await runDrills(chosen, (line) => console.log(line))
  process.exitCode = isGood ? 0 : 1
}

/** `npm run drills -- short [<file> ...]`: those of no other test run, as CI runs them. */
const runInShort = (files: readonly string[]) => runTests('vitest.drills.config.ts', 'drills', files)

const [first, ...rest] = process.argv.slice(2)
await (first === 'short' ? runInShort(rest) : runInFull(process.argv.slice(2))).catch((error: unknown) => {
  console.error(`drills: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
})
