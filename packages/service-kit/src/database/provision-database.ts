import { createHmac } from 'node:crypto'
import postgres from 'postgres'
import type { DatabaseUrls } from './open-database.ts'

const roleNames = ['owner', 'app', 'platform'] as const
const lockKey = 7_201_334_002

/**
 * Creates a database and its logins `<name>_owner`, `_app` and `_platform`, with passwords derived
 * from the administrator's; returns their URLs. Idempotent, also concurrently. `name` is a
 * lower-case identifier. Throws if the server is unreachable.
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

/** The logins' URLs of a database on the administrator's server. Creates nothing. */
export function databaseUrls(adminUrl: string, names: DatabaseNames): DatabaseUrls {
  const url = (role: string): string => {
    const login = new URL(adminUrl)
    const secret = decodeURIComponent(login.password)
    login.username = `${identifier(names.roles)}_${role}`
    login.password = createHmac('sha256', secret).update(login.username).digest('base64url')
    login.pathname = `/${identifier(names.database)}`
    return login.href
  }
  return { owner: url('owner'), app: url('app'), platform: url('platform') }
}

/** CREATE ROLE takes no parameters: neither name nor password contains characters to escape. */
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

/** Allows connections from the owner and the two other logins only. */
export async function limitConnections(admin: postgres.Sql, names: DatabaseNames): Promise<void> {
  const database = admin(names.database)
  await admin`revoke all on database ${database} from public`
  for (const role of ['app', 'platform']) {
    await admin`grant connect on database ${database} to ${admin(`${names.roles}_${role}`)}`
  }
}

/** The name, if it can name a database unquoted. Throws otherwise. */
export function identifier(name: string): string {
  if (/^[a-z][a-z0-9_]{0,50}$/.test(name)) return name
  throw new Error(`"${name}" cannot name a database: lower-case letters, digits and underscores only.`)
}
