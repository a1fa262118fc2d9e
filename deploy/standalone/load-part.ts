import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import type { RouteTable } from '@portal/contracts/route'
import type { ProxiedService } from '@portal/contracts/services'
import type { ServiceDefinition } from '@portal/service-kit/define-service'
import type { Stoppable } from '@portal/service-kit/stop-on-signal'
import type { ProcessName } from './topology.ts'

type Start = (environment: NodeJS.ProcessEnv) => Promise<Stoppable>

/** The program of a part. A service's folder has its name, so the list of services suffices. */
export function programOf(name: ProcessName): string {
  return join(workspaceRoot, 'services', name, 'src', 'main.ts')
}

export async function loadStart(name: ProcessName): Promise<Start> {
  return (await load(programOf(name))).start
}

export async function loadDefinition(name: ProxiedService): Promise<ServiceDefinition<RouteTable, unknown>> {
  return (await load(join(workspaceRoot, 'services', name, 'src', 'service.ts'))).service
}

interface PartExports {
  readonly start: Start
  readonly service: ServiceDefinition<RouteTable, unknown>
}

/** Safe: a test loads every part and checks its exports. */
async function load(file: string): Promise<PartExports> {
  return (await import(file)) as PartExports
}
