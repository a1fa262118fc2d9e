import { connect, type Socket } from 'node:net'
import { createLogger } from '@portal/service-kit/logger'
import { describeEventBus } from '@portal/testkit/conformance/event-bus-suite'
import { engineUrl } from '@portal/testkit/engines'
import { provisionKafkaTopics } from './kafka/provision-kafka-topics.ts'
import { openKafkaEventBus } from './kafka-event-bus.ts'

const log = createLogger({ service: 'test', level: 'silent' })

describeEventBus('kafka', async () => {
  const url = await engineUrl('kafka')
  const sockets = new Set<Socket>()
  return {
    open: () =>
      openKafkaEventBus({
        url,
        name: 'test',
        log,
        socketFactory: ({ host, port, onConnect }) => {
          const socket = connect({ host, port }, onConnect)
          sockets.add(socket.once('close', () => sockets.delete(socket)))
          return socket
        },
      }),
    provision: async (topics) => {
      await provisionKafkaTopics(url, { log, plan: { topics, partitions: 3, retentionMs: 3_600_000 } })
    },
    cutConnections: async () => {
      for (const socket of sockets) socket.destroy(new Error('cut by the test'))
    },
    stop: async () => undefined,
  }
})
