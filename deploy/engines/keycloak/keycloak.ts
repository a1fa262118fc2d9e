import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@portal/adapters/embedded-postgres/embedded-postgres'
import { buildTheme } from '../../keycloak/build-theme.ts'
import { answersOk, type Companion, type Engine, type EngineInstance } from '../engine.ts'
import { copyArchive } from '../install/maven.ts'
import { java17, maven, program } from '../install/prerequisites.ts'
import type { Tools } from '../install/tools.ts'

const version = '26.7.3'
const path = '/auth'
/** The provisioning service account in realm `master`. */
const provisioner = 'portal-provisioning'
const java = java17('Keycloak')

/** Keycloak below `/auth`, from Maven, on Postgres: its own database loses writes on a kill. */
export const keycloak: Engine = {
  name: 'keycloak',
  release: `keycloak-${version}`,
  diskMb: 900,
  portCount: 2,
  isUnprivileged: true,
  needs: [
    java,
    maven('Keycloak'),
    program('tar', 'Keycloak is unpacked with tar, which is not on the path; install it.'),
  ],
  install,
  prepare,
  startCompanion,
  command: async (instance) => ({
    program: join(await java(instance.tools), 'bin', 'java'),
    args: serverArguments(instance),
    environment: {
      ...(await databaseEnvironment(instance)),
      KC_BOOTSTRAP_ADMIN_CLIENT_ID: provisioner,
      KC_BOOTSTRAP_ADMIN_CLIENT_SECRET: instance.secret,
    },
  }),
  isReady: ({ ports }) =>
    answersOk(`http://127.0.0.1:${ports[0]}${path}/realms/master/.well-known/openid-configuration`),
  url: ({ ports, secret }) =>
    `keycloak://${provisioner}:${secret}@127.0.0.1:${ports[0]}${path}/realms/master`,
}

async function install(folder: string, tools: Tools): Promise<void> {
  const archive = await copyArchive(tools, folder, `org.keycloak:keycloak-quarkus-dist:${version}:tar.gz`)
  await tools.run('tar', ['-xzf', archive, '-C', folder, '--no-same-owner'])
  await rm(archive)
  const home = join(folder, 'home')
  await rename(join(folder, `keycloak-${version}`), home)
  // Fixes build-time options, so that they are not evaluated at every start.
  const options = ['--db=postgres', `--http-relative-path=${path}`, '--health-enabled=true']
  const environment = { JAVA_HOME: await java(tools) }
  await tools.run(join(home, 'bin', 'kc.sh'), ['build', ...options], { environment })
}

/** Links to the shared programs, a data folder of its own, and the portal's theme. */
async function prepare({ data, programs }: EngineInstance): Promise<void> {
  const home = join(data, 'home')
  await rm(home, { recursive: true, force: true })
  await mkdir(join(home, 'data'), { recursive: true })
  for (const name of await readdir(join(programs, 'home'))) {
    if (name !== 'data') await symlink(join(programs, 'home', name), join(home, name))
  }
  await buildTheme(join(data, 'themes'))
}

async function startCompanion({ data, isTemporary, note }: EngineInstance): Promise<Companion> {
  // A sibling: only the engine's account may enter its own folder.
  const dataFolder = `${data}-postgres`
  const postgres = await startEmbeddedPostgres({ dataFolder, isTemporary, log: note })
  await writeFile(databaseFile(data), postgres.adminUrl, { mode: 0o600 })
  return postgres
}

/** In the environment, since any local user can read a command line. */
async function databaseEnvironment({ data }: EngineInstance): Promise<Record<string, string>> {
  const url = new URL(await readDatabaseUrl(data))
  return {
    KC_DB_URL: `jdbc:postgresql://127.0.0.1:${url.port}${url.pathname}`,
    KC_DB_USERNAME: url.username,
    KC_DB_PASSWORD: decodeURIComponent(url.password),
  }
}

/** Where Keycloak's tables are, for backups; `data` is its folder. */
export function readDatabaseUrl(data: string): Promise<string> {
  return readFile(databaseFile(data), 'utf8')
}

/** From its next start on it uses another database of the same Postgres. */
export function useDatabase(data: string, url: string): Promise<void> {
  return writeFile(databaseFile(data), url)
}

/** Contains the URL of the companion Postgres. */
function databaseFile(data: string): string {
  return join(data, 'database.url')
}

/** Java arguments of `kc.sh start --optimized`; without the script, signals reach the server. */
function serverArguments({ data, programs, ports, publicOrigin }: EngineInstance): string[] {
  const home = join(data, 'home')
  const opened = ['java.util', 'java.util.concurrent', 'java.security', 'java.lang']
  return [
    '-Dkc.config.built=true',
    `-Dkc.home.dir=${home}`,
    `-Djboss.server.config.dir=${join(home, 'conf')}`,
    '-Djava.util.logging.manager=org.jboss.logmanager.LogManager',
    '-Dpicocli.disable.closures=true',
    '-Dquarkus-log-max-startup-records=10000',
    '-Djava.util.concurrent.ForkJoinPool.common.threadFactory=io.quarkus.bootstrap.forkjoin.QuarkusForkJoinWorkerThreadFactory',
    '-Xms64m',
    '-Xmx384m',
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    '-XX:MetaspaceSize=96M',
    '-XX:MaxMetaspaceSize=320m',
    '-XX:-UsePerfData',
    '-XX:+ExitOnOutOfMemoryError',
    '-Dfile.encoding=UTF-8',
    '-Djava.security.egd=file:/dev/urandom',
    '-Duser.language=en',
    '-Duser.country=US',
    ...opened.map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`),
    '--enable-native-access=ALL-UNNAMED',
    '-cp',
    join(programs, 'home', 'lib', 'quarkus-run.jar'),
    'io.quarkus.bootstrap.runner.QuarkusEntryPoint',
    'start',
    '--optimized',
    '--http-enabled=true',
    '--http-host=127.0.0.1',
    `--http-port=${ports[0]}`,
    `--http-management-port=${ports[1]}`,
    '--cache=local',
    '--log-console-color=false',
    // Gateways of a test run share this Keycloak and set their address in forwarded headers, which
    // only local proxies may send.
    publicOrigin === undefined ? '--hostname-strict=false' : `--hostname=${publicOrigin}${path}`,
    '--proxy-headers=xforwarded',
    '--proxy-trusted-addresses=127.0.0.0/8,::1',
    `--spi-theme--folder--dir=${join(data, 'themes')}`,
    // Otherwise it refuses a right password while it is still busy with the person's attempt before
    // (Keycloak's issue 31726), which on a busy machine takes a while (docs/operate.md).
    '--spi-brute-force-protector--default-brute-force-detector--allow-concurrent-requests=true',
  ]
}
