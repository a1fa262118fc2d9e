import { createHmac } from 'node:crypto'
import postgres from 'postgres'
import type { DatabaseUrls } from './open-database.ts'

const roleNames = ['owner', 'app', 'platform', 'reader'] as const
const lockKey = 7_201_334_002

/**
 * Makes a service's database and its four logins `<name>_owner`, `_app`, `_platform` and `_reader` (none superuser, none past row
 * security), and returns their URLs. Safe to repeat and to run from several processes at once. The passwords are derived from the
 * administrator's, so nothing else has to be kept. `name` is a lower-case identifier. Throws when the server cannot be reached.
 */
export async function provisionDatabase(adminUrl: string, name: string): Promise<DatabaseUrls> {
  const urls = databaseUrls(adminUrl, { roles: name, database: name })
  const admin = postgres(adminUrl, { max: 1, onnotice: () => undefined })
  try {
    await admin`select pg_advisory_lock(${lockKey})`
    for (const role of roleNames) await makeLogin(admin, new URL(urls[role]))
    const [existing] = await admin`select 1 from pg_database where datname = ${name}`
    if (!existing) await admin`create database ${admin(name)} owner ${admin(`${name}_owner`)}`
    await limitConnections(admin, { database: name, roles: name })
  } finally {
    await admin.end({ timeout: 1 })
  }
  return urls
}

/** Deletes a database, cutting its sessions; its logins stay. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  const admin = postgres(adminUrl, { max: 1, onnotice: () => undefined })
  try {
    await admin`drop database if exists ${admin(identifier(name))} with (force)`
  } finally {
    await admin.end({ timeout: 1 })
  }
}

/** The four logins' URLs of a database on the administrator's server. Nothing is created. */
export function databaseUrls(adminUrl: string, names: DatabaseNames): DatabaseUrls {
  const url = (role: string): string => {
    const login = new URL(adminUrl)
    const secret = decodeURIComponent(login.password)
    login.username = `${identifier(names.roles)}_${role}`
    login.password = createHmac('sha256', secret).update(login.username).digest('base64url')
    login.pathname = `/${identifier(names.database)}`
    return login.href
  }
  return { owner: url('owner'), app: url('app'), platform: url('platform'), reader: url('reader') }
}

/** CREATE ROLE takes no parameters: name and password hold only characters that need no escaping. */
async function makeLogin(admin: postgres.Sql, { username, password }: URL): Promise<void> {
  const [existing] = await admin`select 1 from pg_roles where rolname = ${username}`
  await admin.unsafe(
    `${existing ? 'alter' : 'create'} role ${username} login nosuperuser nobypassrls nocreatedb nocreaterole password '${password}'`,
  )
}

/** Which logins belong to which database: `<roles>_app` and so on. */
export interface DatabaseNames {
  readonly database: string
  readonly roles: string
}

/** Lets nobody connect but the owner and the three other logins. */
export async function limitConnections(admin: postgres.Sql, names: DatabaseNames): Promise<void> {
  const database = admin(names.database)
  await admin`revoke all on database ${database} from public`
  for (const role of ['app', 'platform', 'reader']) {
    await admin`grant connect on database ${database} to ${admin(`${names.roles}_${role}`)}`
  }
}

function identifier(name: string): string {
  if (/^[a-z][a-z0-9_]{0,50}$/.test(name)) return name
  throw new Error(`"${name}" cannot name a database: lower-case letters, digits and underscores only.`)
}
