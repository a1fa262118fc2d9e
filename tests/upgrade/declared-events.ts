import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import type { EventDefinition } from '@portal/contracts/events'
import { z } from 'zod'

const folder = join(workspaceRoot, 'packages', 'contracts', 'src')

/** The events that this checkout's contracts declare, by `<source> <type>`. */
export async function declaredEvents(): Promise<ReadonlyMap<string, EventDefinition>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const modules: readonly object[] = await Promise.all(files.map((file) => import(join(folder, file))))
  const tables = modules.flatMap((module) => Object.entries(module).map(eventTable))
  const all = tables.flatMap((table) => Object.values(table ?? {}).filter(isEvent))
  return new Map(all.map((one) => [`${one.source} ${one.type}`, one]))
}

/** Events that every service has are made for each of them. */
function eventTable([name, exported]: [string, unknown]): object | null {
  const isMade = typeof exported === 'function' && name.endsWith('Events')
  const table: unknown = isMade ? exported('any service') : exported
  return typeof table === 'object' ? table : null
}

/** The same as JSON Schemas, sorted: what a release keeps of its events. */
export async function eventSchemas(): Promise<Readonly<Record<string, unknown>>> {
  const options = { io: 'input', unrepresentable: 'any' } as const
  const schemas = [...(await declaredEvents())].map(([type, { data }]) => {
    const { $schema: _, ...schema } = z.toJSONSchema(data, options)
    return [type, schema] as const
  })
  return Object.fromEntries(schemas.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function isEvent(value: unknown): value is EventDefinition {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['source', 'type', 'version', 'data'].every((name) => name in value)
  )
}
