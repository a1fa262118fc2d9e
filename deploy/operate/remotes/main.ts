import { runRemotesCommand } from '@portal/gateway-service/remotes/remotes-command'
import { ConfigError } from '@portal/service-kit/config'
import { remotesFolder } from '../../standalone/data-folder.ts'
import { operate } from '../operate.ts'

// `npm run remotes -- publish <name> <folder> | rollback <name> <version> | list`.
await operate(async ({ words, open, dataFolder, environment }) => {
  const { REMOTES_DIRECTORY, DATABASE_PLATFORM_URL } = environment
  if (DATABASE_PLATFORM_URL !== undefined && REMOTES_DIRECTORY === undefined)
    throw new ConfigError('REMOTES_DIRECTORY is missing: the folder from which that portal serves remotes.')
  const directory = REMOTES_DIRECTORY ?? remotesFolder(dataFolder)
  return runRemotesCommand({ database: await open('gateway'), directory }, words)
})
