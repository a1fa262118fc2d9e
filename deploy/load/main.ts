import { runCommand } from '../run-command.ts'
import { readLoadEnvironment } from './config.ts'
import { loadJob } from './load-job.ts'
import { readLoadOptions } from './load-options.ts'
import { runLoad } from './run-load.ts'

// `npm run load -- smoke|load|stress|soak|spike|breakpoint [--address <url>] …`: k6 against a
// portal of its own or a running one; fails if a limit is crossed. `--job` prints it for a cluster.
await runCommand(async () => {
  const environment = readLoadEnvironment()
  const options = readLoadOptions(process.argv.slice(2), environment)
  if (options.isJob && options.portal) {
    const items = await loadJob({ profile: options.profile, address: options.portal.address })
    console.log(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 2))
    return
  }
  const { isGood } = await runLoad(options, { environment, write: (line) => console.log(line) })
  // Where a load ends at a limit, finding it was the purpose.
  if (!isGood && !options.profile.endsAtLimit) process.exitCode = 1
})
