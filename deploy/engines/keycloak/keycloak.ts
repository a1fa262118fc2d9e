import { mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@portal/adapters/embedded-postgres/embedded-postgres'
import { buildTheme } from '../../keycloak/build-theme.ts'
import type { Companion, Engine, EnginePlace } from '../engine.ts'
import { findJava, type JavaNeed } from '../install/java.ts'
import { copyArchive, needMaven } from '../install/maven.ts'
import type { Tools } from '../install/tools.ts'
import { answersOk } from '../supervise/answers-ok.ts'
import { databaseEnvironment, databaseFile, serverArguments } from './server-arguments.ts'

const version = '26.7.3'
const path = '/auth'
/** The provisioning service account in realm `master`. */
const provisioner = 'portal-provisioning'

const need: JavaNeed = {
  major: 17,
  advice:
    'Keycloak runs on Java 17 or newer, which is not there; install it (Debian: apt-get install openjdk-17-jre-headless).',
}

/** Keycloak below `/auth`, from Maven, on Postgres: its own database loses writes on a kill. */
export const keycloak: Engine = {
  name: 'keycloak',
  release: `keycloak-${version}`,
  diskMb: 900,
  portCount: 2,
  readyWithinMs: 300_000,
  isUnprivileged: true,
  check: async (tools) => {
    await findJava(tools, need)
    await needMaven(tools, 'Keycloak')
    await tools.need('tar', 'Keycloak is unpacked with tar, which is not on the path; install it.')
  },
  install,
  prepare,
  command: async (place) => ({
    program: join(await findJava(place.tools, need), 'bin', 'java'),
    args: serverArguments(place, path),
    environment: {
      ...(await databaseEnvironment(place)),
      KC_BOOTSTRAP_ADMIN_CLIENT_ID: provisioner,
      KC_BOOTSTRAP_ADMIN_CLIENT_SECRET: place.secret,
    },
  }),
  isReady: ({ ports }) =>
    answersOk(`http://127.0.0.1:${ports[0]}${path}/realms/master/.well-known/openid-configuration`),
  url: ({ ports, secret }) =>
    `keycloak://${provisioner}:${secret}@127.0.0.1:${ports[0]}${path}/realms/master`,
}

async function install(folder: string, tools: Tools): Promise<void> {
  const coordinates = `org.keycloak:keycloak-quarkus-dist:${version}:tar.gz`
  await copyArchive(tools, { coordinates, folder })
  const archive = join(folder, `keycloak-quarkus-dist-${version}.tar.gz`)
  await tools.run({
    program: 'tar',
    args: ['-xzf', archive, '-C', folder, '--no-same-owner'],
    withinMs: 300_000,
  })
  await rename(join(folder, `keycloak-${version}`), join(folder, 'home'))
  await rm(archive)
  await rm(join(folder, 'repository'), { recursive: true })
  // Fixes build-time options, so that they are not evaluated at every start.
  await tools.run({
    program: join(folder, 'home', 'bin', 'kc.sh'),
    args: ['build', '--db=postgres', `--http-relative-path=${path}`, '--health-enabled=true'],
    environment: { JAVA_HOME: await findJava(tools, need) },
    withinMs: 600_000,
  })
}

/** Links to the shared programs, a data folder of its own, the portal's theme, and Postgres. */
async function prepare(place: EnginePlace): Promise<Companion> {
  const home = join(place.data, 'home')
  await rm(home, { recursive: true, force: true })
  await mkdir(join(home, 'data'), { recursive: true })
  for (const name of await readdir(join(place.programs, 'home'))) {
    if (name !== 'data') await symlink(join(place.programs, 'home', name), join(home, name))
  }
  await buildTheme(join(place.data, 'themes'))
  const postgres = await startEmbeddedPostgres({
    // A sibling: only the engine's account may enter its own folder.
    dataFolder: `${place.data}-postgres`,
    isTemporary: place.isTemporary,
    log: place.note,
  })
  await writeFile(databaseFile(place.data), postgres.adminUrl, { mode: 0o600 })
  return postgres
}
