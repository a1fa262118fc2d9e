import { openEventBus } from '@portal/adapters/event-bus/open-event-bus'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { createLogger } from '@portal/service-kit/logger'
import { startRelay } from '@portal/service-kit/outbox/relay'
import { alteredBus } from './altered-bus.ts'

/**
 * A process for the crash test: its relay publishes half a batch, reports that to the parent and
 * stops. Arguments: the service's platform database URL, the bus's URL, the topic.
 */
const [, , platform = '', busAddress = '', service = ''] = process.argv
const log = createLogger({ service, level: 'silent' })
const bus = await openEventBus(busAddress, { name: 'half-publishing', log })

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
