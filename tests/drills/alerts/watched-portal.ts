import { findFreePort } from '@portal/adapters/embedded-postgres/free-port'
import { openIdentityAdmin } from '@portal/adapters/identity-admin/open-identity-admin'
import { createClient } from '@portal/contracts/client'
import { proxiedServices } from '@portal/contracts/services'
import { teamApi } from '@portal/contracts/team'
import { embeddedEngines } from '@portal/deploy/standalone/embedded-engines'
import { makeInstallation } from '@portal/deploy/standalone/installation.fixture'
import { loadStart } from '@portal/deploy/standalone/load-part'
import {
  type DatabaseName,
  type ProcessName,
  processesOf,
  publicOrigin,
  topology,
} from '@portal/deploy/standalone/topology'
import type { Stoppable } from '@portal/service-kit/stop-on-signal'
import { signIn } from '@portal/testkit/sign-in'
import { sql } from 'drizzle-orm'
import { openAsAdministrator } from '../../isolation/tenant-tables.ts'
import { startBackupMetrics } from './backup-metrics.ts'

/** Of all metrics, as on a cluster. */
const namespace = 'portal'
const ada = { username: 'ada', password: 'seven-quiet-herons', email: 'ada@halden.example' }

export type WatchedPortal = Awaited<ReturnType<typeof startWatchedPortal>>

/** A whole portal on embedded engines, of which parts and databases can be taken away. */
export async function startWatchedPortal() {
  await using undo = new AsyncDisposableStack()
  const made = await makeInstallation((end) => undo.defer(async () => void (await end())))
  const mailPort = await findFreePort()
  const mailer = `smtp://127.0.0.1:${mailPort}?from=portal@halden.example&starttls=off`
  const installation = { ...made, mailer }
  const engines = embeddedEngines(installation)
  const environments = topology(installation, engines)
  const parts = new Map<ProcessName, Stoppable>()
  const start = async (name: ProcessName) => {
    const startPart = await loadStart(name)
    parts.set(name, await startPart({ ...environments[name] }))
  }
  const stop = async (name: ProcessName) => {
    await parts.get(name)?.stop()
    parts.delete(name)
  }
  undo.defer(async () => {
    await stop('gateway')
    await Promise.all([...parts.keys()].map(stop))
  })
  await Promise.all(
    processesOf(environments)
      .filter((name) => name !== 'gateway')
      .map(start),
  )
  await start('gateway')
  await openIdentityAdmin(engines.identity.admin).createAccount(ada)
  const { ports, databases } = installation
  const browse = await signIn({ address: publicOrigin(ports), ...ada })
  const admin = createClient({ fetch: (path, init) => browse(String(path), init) })
  await admin.call(teamApi.createOrganization, { body: { name: 'Halden Medical' } })
  const run = async (database: DatabaseName, statement: string) => {
    const administrator = openAsAdministrator(databases[database])
    try {
      await administrator.platformTx((db) => db.execute(sql.raw(statement)))
    } finally {
      await administrator.close()
    }
  }
  const backups = undo.use(await startBackupMetrics(namespace))
  const internal = [ports.internal, ports.identity, ...proxiedServices.map((name) => ports[name])]
  const running = undo.move()
  return {
    ...{ admin, backups, browse, databases, mailPort, start, stop, run },
    /** Where parts are scraped, and what runs beside them. */
    scraped: [
      { targets: internal.map((port) => `127.0.0.1:${port}`), labels: { namespace } },
      { targets: [backups.target] },
    ],
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
