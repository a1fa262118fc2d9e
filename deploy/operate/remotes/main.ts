import { runRemotesCommand } from '@portal/gateway-service/remotes/remotes-command'
import { remotesFolder } from '../../standalone/data-folder.ts'
import { operate } from '../operate.ts'

// `npm run remotes -- publish <name> <folder> | rollback <name> <version> | list`.
await operate(async ({ words, open, dataFolder, environment }) => {
  const directory = environment.REMOTES_DIRECTORY ?? remotesFolder(dataFolder)
  return runRemotesCommand({ database: await open('gateway'), directory }, words)
})
