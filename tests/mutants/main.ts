import { allMutants } from './all-mutants.ts'
import { runMutants } from './mutants-command.ts'

// `npm run mutants [-- <name or engine> ...]`; `short`, as in CI, is the first of each engine.
const names = process.argv.slice(2)
const unknown = names.filter(
  (name) => name !== 'short' && !allMutants.some((mutant) => name === mutant.name || name === mutant.engine),
)
const firstOfEach = new Set(allMutants.map(({ engine }) => allMutants.find((one) => one.engine === engine)))
const chosen = allMutants.filter(
  (mutant) =>
    names.length === 0 ||
    names.includes(mutant.name) ||
    names.includes(mutant.engine) ||
    (names.includes('short') && firstOfEach.has(mutant)),
)
if (unknown.length > 0) {
  const known = allMutants.map(({ name }) => name).join(', ')
  console.error(`mutants: there is no ${unknown.join(', ')}; there are: ${known}, their engines, and short.`)
  process.exitCode = 1
} else {
  const isGood = await runMutants(chosen, (line) => console.log(line))
  process.exitCode = isGood ? 0 : 1
}
