import { deadLetters } from '@portal/service-kit/events/dead-letters'
import { handlingOf } from '@portal/service-kit/events/receive'
import { createLogger } from '@portal/service-kit/logger'
import { openRunningDatabase, readOperateOptions } from '../operate/open-running-database.ts'
import { operableService } from '../operate/operable-services.ts'
import { runDeadLettersCommand } from './dead-letters-command.ts'

// `npm run dead-letters -- list|replay|discard <service> [id]`, for the portal that runs on this machine.
try {
  const { dataFolder, words } = readOperateOptions(process.argv.slice(2))
  const { name, consumers } = operableService(words[1])
  const database = await openRunningDatabase(dataFolder, name)
  try {
    const log = createLogger({ service: name, level: 'warn', destination: process.stderr })
    const letters = deadLetters(handlingOf({ service: name, consumers, database, log }))
    console.log(await runDeadLettersCommand(letters, words))
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
