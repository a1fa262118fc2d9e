import { runCommand } from '../run-command.ts'
import { runEnginesCommand } from './engines-command.ts'

await runCommand(() => runEnginesCommand(process.argv.slice(2), console.log))
