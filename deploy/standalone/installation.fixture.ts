import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@portal/adapters/embedded-postgres/free-port'
import { makeSigningKey } from '@portal/gateway-service/remotes/signatures'
import { provisionDatabase } from '@portal/service-kit/database/provision-database'
import { dropDatabase } from '@portal/service-kit/testing/copy-database'
import { inject } from 'vitest'
import { databaseNames, type Installation, portNames } from './topology.ts'

/** A real installation on the run's Postgres, with its own databases and folder. */
export async function makeInstallation(atEnd: (end: () => Promise<unknown>) => void): Promise<Installation> {
  const prefix = `door_${randomBytes(4).toString('hex')}`
  const adminUrl = inject('postgresAdminUrl')
  const dataFolder = await mkdtemp(join(tmpdir(), 'portal-door-'))
  atEnd(() => rm(dataFolder, { recursive: true, force: true }))
  const databases = []
  for (const name of databaseNames) {
    const database = `${prefix}_${name.replaceAll('-', '_')}`
    databases.push([name, await provisionDatabase(adminUrl, database)] as const)
    atEnd(() => dropDatabase(adminUrl, database))
  }
  const ports = []
  for (const name of portNames) ports.push([name, await findFreePort()] as const)
  const chosen = record(portNames, ports)
  return {
    ports: { ...chosen, gateway: chosen.public },
    databases: record(databaseNames, databases),
    secrets: {
      audit: Buffer.alloc(32, 3).toString('base64'),
      gateway: randomBytes(32).toString('base64'),
      oidcClient: randomBytes(32).toString('hex'),
      identityAdmin: randomBytes(32).toString('hex'),
      remotes: makeSigningKey().privateKey,
    },
    dataFolder,
    mailer: `file:${join(dataFolder, 'mail')}`,
    shellDirectory: join(dataFolder, 'shell'),
    remotesDirectory: join(dataFolder, 'remotes'),
    logLevel: 'fatal',
    version: 'test',
  }
}

/** Safe: the entries were built from the list of names. */
function record<Name extends string, Value>(
  _names: readonly Name[],
  entries: readonly (readonly [Name, Value])[],
): Readonly<Record<Name, Value>> {
  return Object.fromEntries(entries) as Record<Name, Value>
}
