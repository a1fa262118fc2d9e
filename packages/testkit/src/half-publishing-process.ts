import { openEventBus } from '@portal/adapters/event-bus/open-event-bus'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { createLogger } from '@portal/service-kit/logger'
import { startRelay } from '@portal/service-kit/outbox/relay'
import { alteredBus } from './altered-bus.ts'

/**
 * A process for the crash test: its relay publishes the first half of a batch, says so to its parent and never goes on. Arguments: URL of
 * the service's platform login, address of the bus, topic.
 */
const [, , platform = '', busAddress = '', service = ''] = process.argv
const log = createLogger({ service, level: 'silent' })
const bus = openEventBus(busAddress, { name: 'half-publishing', log })

startRelay({
  database: openDatabase({ urls: { app: platform, platform }, name: 'half-publishing' }),
  service,
  log,
  bus: alteredBus(bus, {
    publish: async (topic, events) => {
      await bus.publish(topic, events.slice(0, Math.ceil(events.length / 2)))
      process.send?.('half')
      await new Promise(() => undefined)
    },
  }),
})
