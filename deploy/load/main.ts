import { runCommand } from '../run-command.ts'
import { readLoadEnvironment } from './config.ts'
import { readLoadOptions } from './load-options.ts'
import { runLoad } from './run-load.ts'

// `npm run load -- smoke|load|stress|soak|spike|breakpoint [--address <url>] …`: k6 against a
// portal of its own or a running one; fails if a limit is crossed.
await runCommand(async () => {
  const environment = readLoadEnvironment()
  const options = readLoadOptions(process.argv.slice(2), environment)
  const { isGood } = await runLoad(options, { environment, write: (line) => console.log(line) })
  // Where a load ends at a limit, finding it was the purpose.
  if (!isGood && !options.profile.endsAtLimit) process.exitCode = 1
})
