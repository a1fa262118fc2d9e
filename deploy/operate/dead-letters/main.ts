import { deadLetters } from '@portal/service-kit/inbox/dead-letters'
import { createLogger } from '@portal/service-kit/logger'
import { eventHandler } from '../operable-services.ts'
import { operate } from '../operate.ts'
import { runDeadLettersCommand } from './dead-letters-command.ts'

// `npm run dead-letters -- list|replay|discard <service> [id]`.
await operate(async ({ words, open }) => {
  const { service, handling } = await eventHandler(words[1])
  const log = createLogger({ service, level: 'warn', destination: process.stderr })
  return runDeadLettersCommand(deadLetters(handling({ database: await open(service), log })), words)
})
