import { allMutants } from './all-mutants.ts'
import { runMutants } from './mutants-command.ts'

const names = process.argv.slice(2)
const unknown = names.filter(
  (name) => !allMutants.some((mutant) => name === mutant.name || name === mutant.engine),
)
const chosen = allMutants.filter(
  ({ name, engine }) => names.length === 0 || names.includes(name) || names.includes(engine),
)
if (unknown.length > 0) {
  const known = allMutants.map(({ name }) => name).join(', ')
  console.error(`mutants: there is no ${unknown.join(', ')}; there are: ${known}, and their engines.`)
  process.exitCode = 1
} else {
  const isGood = await runMutants(chosen, (line) => console.log(line))
  process.exitCode = isGood ? 0 : 1
}
