import { join } from 'node:path'
import type { EnginePlace } from '../engine.ts'

/** `server.properties` of a single loopback node. Topics are created by provisioning only. */
export function brokerSettings(place: EnginePlace): string {
  const [client, controller] = place.ports.map((port) => `127.0.0.1:${port}`)
  const settings = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@${controller}`,
    listeners: `PLAINTEXT://${client},CONTROLLER://${controller}`,
    'advertised.listeners': `PLAINTEXT://${client}`,
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': 'PLAINTEXT',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'log.dirs': logFolder(place),
    'auto.create.topics.enable': false,
    'num.network.threads': 2,
    'num.io.threads': 4,
    'background.threads': 2,
    'num.partitions': 3,
    'default.replication.factor': 1,
    'min.insync.replicas': 1,
    // A single node: one replica; few partitions start sooner.
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 5,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'transaction.state.log.num.partitions': 5,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'share.coordinator.state.topic.num.partitions': 3,
    'group.initial.rebalance.delay.ms': 0,
    'group.min.session.timeout.ms': 1000,
    'log.cleaner.dedupe.buffer.size': 8_388_608,
    // After kill -9 the old registration must expire: 3 s cut a restart from 20 s to 10 s.
    'broker.heartbeat.interval.ms': 500,
    'broker.session.timeout.ms': 3000,
  }
  return `${Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')}\n`
}

export function logFolder({ data }: EnginePlace): string {
  return join(data, 'log')
}
