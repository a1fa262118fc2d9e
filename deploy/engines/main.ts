import { runEnginesCommand } from './engines-command.ts'

try {
  await runEnginesCommand(process.argv.slice(2), console.log)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
