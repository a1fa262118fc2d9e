import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EnginePlace } from '../engine.ts'

/** Java arguments of `kc.sh start --optimized`; without the script, signals reach the server. */
export function serverArguments(place: EnginePlace, path: string): string[] {
  const home = join(place.data, 'home')
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
    join(place.programs, 'home', 'lib', 'quarkus-run.jar'),
    'io.quarkus.bootstrap.runner.QuarkusEntryPoint',
    'start',
    '--optimized',
    ...startOptions(place, path),
  ]
}

/** In the environment, since any local user can read a command line. */
export async function databaseEnvironment({ data }: EnginePlace): Promise<Record<string, string>> {
  const url = new URL(await readFile(databaseFile(data), 'utf8'))
  return {
    KC_DB_URL: `jdbc:postgresql://127.0.0.1:${url.port}${url.pathname}`,
    KC_DB_USERNAME: url.username,
    KC_DB_PASSWORD: decodeURIComponent(url.password),
  }
}

/** Contains the URL of the companion Postgres. */
export function databaseFile(data: string): string {
  return join(data, 'database.url')
}

function startOptions({ data, ports, publicOrigin }: EnginePlace, path: string): string[] {
  return [
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
  ]
}
