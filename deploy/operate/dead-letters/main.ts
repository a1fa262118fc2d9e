import { deadLetters } from '@portal/service-kit/inbox/dead-letters'
import { createLogger } from '@portal/service-kit/logger'
import { openRunningDatabase, readOperateOptions } from '../open-running-database.ts'
import { eventHandler } from '../operable-services.ts'
import { runDeadLettersCommand } from './dead-letters-command.ts'

// `npm run dead-letters -- list|replay|discard <service> [id]`, for the local portal.
try {
  const { dataFolder, words } = readOperateOptions(process.argv.slice(2))
  const { service, handling } = await eventHandler(words[1])
  const database = await openRunningDatabase(dataFolder, service)
  try {
    const log = createLogger({ service, level: 'warn', destination: process.stderr })
    const letters = deadLetters(handling({ database, log }))
    console.log(await runDeadLettersCommand(letters, words))
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
