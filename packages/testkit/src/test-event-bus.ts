import { openEventBus } from '@portal/adapters/event-bus/open-event-bus'
import { createLogger } from '@portal/service-kit/logger'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { notesMigrations } from './notes-migrations.ts'
import { createTestDatabase } from './test-database.ts'

/** A test's own embedded event log. `url` opens further buses on it, as other processes would. */
export interface TestEventBus {
  readonly bus: EventBus
  readonly url: string
  close(): Promise<void>
}

/** Opens the embedded event bus on a fresh database. */
export async function openTestEventBus(): Promise<TestEventBus> {
  const database = await createTestDatabase(notesMigrations)
  const url = `log:${database.urls.owner}`
  const bus = await openEventBus(url, {
    name: 'test',
    log: createLogger({ service: 'test', level: 'silent' }),
  })
  return {
    bus,
    url,
    close: async () => {
      await bus.close()
      await database.drop()
    },
  }
}
