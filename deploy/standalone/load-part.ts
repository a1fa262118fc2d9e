import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import type { RouteTable } from '@portal/contracts/route'
import type { ProxiedService } from '@portal/contracts/services'
import type { ServiceDefinition } from '@portal/service-kit/define-service'
import type { Started } from './start-portal.ts'
import type { ProcessName } from './topology.ts'

type Start = (environment: NodeJS.ProcessEnv) => Promise<Started>

/** The program of a part. A service's folder has its name, so the list of services suffices. */
export function programOf(name: ProcessName): string {
  return join(workspaceRoot, 'services', name, 'src', 'main.ts')
}

export async function loadStart(name: ProcessName): Promise<Start> {
  return (await loadExports(programOf(name), ['start'])).start
}

export async function loadDefinition(name: ProxiedService): Promise<ServiceDefinition<RouteTable, unknown>> {
  return (await loadExports(join(workspaceRoot, 'services', name, 'src', 'service.ts'), ['service'])).service
}

interface PartExports {
  readonly start: Start
  readonly service: ServiceDefinition<RouteTable, unknown>
}

/** Safe: a test loads every part and checks its exports. */
async function loadExports<Name extends keyof PartExports>(
  file: string,
  names: readonly Name[],
): Promise<Pick<PartExports, Name>> {
  const loaded: Readonly<Record<string, unknown>> = await import(file)
  const missing = names.find((name) => loaded[name] === undefined)
  if (missing) throw new Error(`${file} exports no ${missing}.`)
  return loaded as Pick<PartExports, Name>
}
