import { readdir } from 'node:fs/promises'
import { type Result, writeResult } from './measure/report.ts'

// `npm run bench -- <name> [options]`: each file beside this one that exports `run` is a bench of
// its name. `npm run bench -- short` runs each once, small, and writes nothing.
interface Bench {
  readonly run: (args: readonly string[]) => Promise<readonly Result[]>
  /** Options with which it ends within seconds. */
  readonly short: readonly string[]
}

const names = (await readdir(new URL('.', import.meta.url)))
  .filter((file) => /^[a-z-]+\.ts$/.test(file) && file !== 'main.ts' && file !== 'config.ts')
  .map((file) => file.slice(0, -'.ts'.length))
const load = (name: string): Promise<Bench> => import(`./${name}.ts`)

async function runWhole(name: string, args: readonly string[]): Promise<void> {
  const bench = await load(name)
  for (const result of await bench.run(args)) {
    await writeResult(result)
    if (result.failure) throw new Error(result.failure)
  }
}

async function runShort(name: string): Promise<void> {
  const began = performance.now()
  const bench = await load(name)
  const results = await bench.run(bench.short)
  const failure = results.find((result) => result.failure)?.failure
  if (failure) throw new Error(failure)
  console.log(`${name} runs: ${((performance.now() - began) / 1000).toFixed(0)} s in its short form`)
}

const [name = '', ...args] = process.argv.slice(2)
if (name === 'short') {
  for (const each of args.length > 0 ? args : names)
    await runShort(each).catch((error: unknown) => {
      console.error(`${each} does not run:`, error)
      process.exitCode = 1
    })
} else if (names.includes(name)) {
  await runWhole(name, args)
} else {
  console.error(`There is no bench "${name}"; there are: short, ${names.join(', ')}.`)
  process.exitCode = 1
}
