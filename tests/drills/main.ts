import { allDrills } from './all-drills.ts'
import { runDrills } from './drills-command.ts'

// `npm run drills [-- <name> ...]`: all, or those of these names or promises.
const names = process.argv.slice(2)
const isCalled = (name: string) => allDrills.filter((drill) => drill.name === name || drill.promise === name)
const unknown = names.filter((name) => isCalled(name).length === 0)
if (unknown.length > 0) {
  const known = allDrills.map(({ name }) => name).join(', ')
  console.error(`drills: there is no ${unknown.join(', ')}; there are: ${known}.`)
  process.exitCode = 1
} else {
  const chosen =
    names.length === 0
      ? allDrills
      : allDrills.filter((drill) => names.some((name) => isCalled(name).includes(drill)))
  const isGood = await runDrills(chosen, (line) => console.log(line))
  process.exitCode = isGood ? 0 : 1
}
