import { extname, join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import type { RouteTable } from '@portal/contracts/route'
import type { ProxiedService } from '@portal/contracts/services'
import type { Migrations } from '@portal/service-kit/database/migrate'
import type { ServiceDefinition } from '@portal/service-kit/define-service'
import type { Stoppable } from '@portal/service-kit/stop-on-signal'
import type { ProcessName } from './topology.ts'

type Start = (environment: NodeJS.ProcessEnv) => Promise<Stoppable>

/** `.js` in an image, whose programs are compiled. */
const extension = extname(import.meta.filename)

/** The program of a part. A service's folder has its name, so the list of services suffices. */
export function programOf(name: ProcessName): string {
  return join(workspaceRoot, 'services', name, 'src', `main${extension}`)
}

export async function loadStart(name: ProcessName): Promise<Start> {
  return (await load(programOf(name))).start
}

export async function loadDefinition(name: ProxiedService): Promise<ServiceDefinition<RouteTable, unknown>> {
  return (await load(join(workspaceRoot, 'services', name, 'src', `service${extension}`))).service
}

/** The migrations of any part with a database. */
export async function loadMigrations(name: ProcessName): Promise<Migrations> {
  const file = join(workspaceRoot, 'services', name, 'src', `service${extension}`)
  const { service, migrations, identityMigrations } = await load(file)
  const found = service?.migrations ?? migrations ?? identityMigrations
  if (found === undefined) throw new Error(`${name} has no migrations.`)
  return found
}

interface PartExports {
  readonly start: Start
  readonly service: ServiceDefinition<RouteTable, unknown>
  /** Of the gateway, which is no service behind itself. */
  readonly migrations?: Migrations
  readonly identityMigrations?: Migrations
}

/** Safe: a test loads every part and checks its exports. */
async function load(file: string): Promise<PartExports> {
  return (await import(file)) as PartExports
}
