import { randomBytes } from 'node:crypto'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Engine, type EngineInstance, linesOf } from '../engine.ts'
import { copyLibraries } from '../install/maven.ts'
import { java17, maven } from '../install/prerequisites.ts'
import { answersApiVersions } from './answers-api-versions.ts'

const version = '4.3.1'
const loopback = '127.0.0.1'
const java = java17('Kafka')

const logging = `status=ERROR
appender.0.type=Console
appender.0.name=STDOUT
appender.0.layout.type=PatternLayout
appender.0.layout.pattern=[%d] %p %m (%c)%n
rootLogger.level=INFO
rootLogger.appenderRef.0.ref=STDOUT
`

/** Apache Kafka as a single node, both broker and controller (KRaft), from Maven. */
export const kafka: Engine = {
  name: 'kafka',
  release: `kafka-${version}`,
  diskMb: 150,
  portCount: 2,
  isUnprivileged: true,
  needs: [java, maven('Kafka')],
  install: async (folder, tools) => {
    const logger = 'org.apache.logging.log4j:log4j-slf4j-impl:2.25.4'
    await copyLibraries(tools, folder, [`org.apache.kafka:kafka_2.13:${version}`, logger])
    await stat(join(folder, 'libs', `kafka_2.13-${version}.jar`))
    await writeFile(join(folder, 'log4j2.properties'), logging)
  },
  prepare: async (instance) => {
    await writeFile(settingsFile(instance), linesOf(brokerSettings(instance), '='))
    await formatOnce(instance)
  },
  command: (instance) => command(instance, 'kafka.Kafka', settingsFile(instance)),
  isReady: ({ ports }) => answersApiVersions(ports[0] ?? 0, 30_000),
  url: ({ ports }) => `kafka://${loopback}:${ports[0]}`,
}

async function formatOnce(instance: EngineInstance): Promise<void> {
  const formatted = await stat(join(logFolder(instance), 'meta.properties')).catch(() => null)
  if (formatted) return
  // Base64 of 16 bytes; a leading dash would be parsed as an option.
  const clusterId = randomBytes(16).toString('base64url').replace(/^-/, 'A')
  const format = ['format', '--cluster-id', clusterId, '--config', settingsFile(instance)]
  const { program, args } = await command(instance, 'kafka.tools.StorageTool', ...format)
  await instance.tools.run(program, args)
}

async function command({ programs, tools }: EngineInstance, ...main: readonly string[]) {
  const jvm = [
    '-Xms64m',
    '-Xmx256m',
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    '-XX:+ExitOnOutOfMemoryError',
    '-XX:-UsePerfData',
    '-Djava.awt.headless=true',
    `-Dlog4j2.configurationFile=${join(programs, 'log4j2.properties')}`,
    '-cp',
    join(programs, 'libs', '*'),
  ]
  return { program: join(await java(tools), 'bin', 'java'), args: [...jvm, ...main] }
}

/** `server.properties` of a single loopback node. Topics are created by provisioning only. */
function brokerSettings(instance: EngineInstance): Readonly<Record<string, unknown>> {
  const [client, controller] = instance.ports.map((port) => `${loopback}:${port}`)
  return {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@${controller}`,
    listeners: `PLAINTEXT://${client},CONTROLLER://${controller}`,
    // Brokers tell clients where to go on.
    'advertised.listeners': `PLAINTEXT://${instance.advertisedHost ?? loopback}:${instance.ports[0]}`,
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': 'PLAINTEXT',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'log.dirs': logFolder(instance),
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
}

function settingsFile({ data }: EngineInstance): string {
  return join(data, 'server.properties')
}

function logFolder({ data }: EngineInstance): string {
  return join(data, 'log')
}
