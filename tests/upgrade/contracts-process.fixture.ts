import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { EventDefinition } from '@portal/contracts/events'
import type { z } from 'zod'

// The events that the contracts of one release declare, from the checkout that the argument names.
const [, , checkout = ''] = process.argv
const folder = join(checkout, 'packages', 'contracts', 'src')
const zod = createRequire(join(checkout, 'packages', 'contracts', 'package.json')).resolve('zod')

process.on('message', async (samples: readonly { type: string; data: unknown }[] | 'schemas') => {
  const definitions = await declaredEvents()
  if (samples === 'schemas') {
    const { toJSONSchema } = (await import(pathToFileURL(zod).href)) as Pick<typeof z, 'toJSONSchema'>
    const options = { io: 'input', unrepresentable: 'any' } as const
    const schemas = [...definitions].map(([type, { data }]) => [type, toJSONSchema(data, options)])
    process.send?.(schemas)
    return
  }
  const verdicts = samples.map(({ type, data }) => {
    const definition = definitions.get(type)
    if (!definition) return null
    return definition.data.safeParse(data).error?.message ?? ''
  })
  process.send?.(verdicts)
})

/** Whatever a module exports that looks like a table of events. */
async function declaredEvents(): Promise<ReadonlyMap<string, EventDefinition>> {
  const found = new Map<string, EventDefinition>()
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  for (const file of files) {
    const module: object = await import(join(folder, file))
    for (const [name, exported] of Object.entries(module)) {
      // Events that every service has are made for each of them.
      const table: unknown =
        typeof exported === 'function' && name.endsWith('Events') ? exported('any service') : exported
      if (typeof table !== 'object' || table === null) continue
      for (const one of Object.values(table)) if (isEvent(one)) found.set(`${one.source} ${one.type}`, one)
    }
  }
  return found
}

function isEvent(value: unknown): value is EventDefinition {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['source', 'type', 'version', 'data'].every((name) => name in value)
  )
}
