import { randomBytes } from 'node:crypto'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine, EnginePlace } from '../engine.ts'
import { findJava, type JavaNeed } from '../install/java.ts'
import { copyLibraries, needMaven } from '../install/maven.ts'
import type { Tools } from '../install/tools.ts'
import { answersApiVersions } from './answers-api-versions.ts'
import { brokerSettings, logFolder } from './broker-settings.ts'

const version = '4.3.1'
const libraries = [
  `org.apache.kafka:kafka_2.13:${version}`,
  'org.apache.logging.log4j:log4j-slf4j-impl:2.25.4',
]

const logging = `status=ERROR
appender.0.type=Console
appender.0.name=STDOUT
appender.0.layout.type=PatternLayout
appender.0.layout.pattern=[%d] %p %m (%c)%n
rootLogger.level=INFO
rootLogger.appenderRef.0.ref=STDOUT
`

const need: JavaNeed = {
  major: 17,
  advice:
    'Kafka runs on Java 17 or newer, which is not there; install it (Debian: apt-get install openjdk-17-jre-headless).',
}

/** Apache Kafka as a single node, both broker and controller (KRaft), from Maven. */
export const kafka: Engine = {
  name: 'kafka',
  release: `kafka-${version}`,
  diskMb: 150,
  portCount: 2,
  readyWithinMs: 90_000,
  isUnprivileged: true,
  check: async (tools) => {
    await findJava(tools, need)
    await needMaven(tools, 'Kafka')
  },
  install: async (folder, tools) => {
    await copyLibraries(tools, { folder, libraries })
    await stat(join(folder, 'libs', `kafka_2.13-${version}.jar`))
    await writeFile(join(folder, 'log4j2.properties'), logging)
  },
  prepare: async (place) => {
    await writeFile(settingsFile(place), brokerSettings(place))
    await formatOnce(place)
    return undefined
  },
  command: async (place) => ({
    program: await javaOf(place.tools),
    args: [...jvm(place), 'kafka.Kafka', settingsFile(place)],
  }),
  isReady: ({ ports }) => answersApiVersions(ports[0] ?? 0),
  url: ({ ports }) => `kafka://127.0.0.1:${ports[0]}`,
}

function settingsFile({ data }: EnginePlace): string {
  return join(data, 'server.properties')
}

async function formatOnce(place: EnginePlace): Promise<void> {
  const formatted = await stat(join(logFolder(place), 'meta.properties')).catch(() => null)
  if (formatted) return
  // Base64 of 16 bytes; a leading dash would be parsed as an option.
  const clusterId = randomBytes(16).toString('base64url').replace(/^-/, 'A')
  const format = ['format', '--cluster-id', clusterId, '--config', settingsFile(place)]
  await place.tools.run({
    program: await javaOf(place.tools),
    args: [...jvm(place), 'kafka.tools.StorageTool', ...format],
    withinMs: 60_000,
  })
}

function jvm({ programs }: EnginePlace): string[] {
  return [
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
}

async function javaOf(tools: Tools): Promise<string> {
  return join(await findJava(tools, need), 'bin', 'java')
}
