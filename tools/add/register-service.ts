import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fillIn, type PartNames } from './part-names.ts'

/** An edit: inserts `text` before the first `before` that follows `within`. */
interface Registration {
  readonly file: string
  readonly within: string
  readonly before: string
  readonly text: string
}

const importing = (file: string, text: string): Registration => ({
  file,
  within: '',
  before: 'import ',
  text: `${text}\n`,
})

const entry = (file: string, within: string, text: string): Registration => ({
  file,
  within,
  before: '\n}',
  text: `\n  ${text}`,
})

const services = 'packages/contracts/src/services.ts'

/** Everywhere a service must be registered; the compiler or a test catches omissions. */
const registrations: readonly Registration[] = [
  importing(services, "import { templateNameApi } from './template-name.ts'"),
  entry(services, 'const serviceApis', "'template-name': templateNameApi,"),
  entry(
    'packages/contracts/src/permissions.ts',
    'const permissionsByService = {',
    "'template-name': {\n    'template-entity:read': everyone,\n    'template-entity:create': stewards,\n  },",
  ),
  entry(
    'packages/contracts/src/invalidations.ts',
    'const invalidations',
    "'template-entity.created': ['/api/template-name'],",
  ),
]

/**
 * Registers the service with contracts, compositions and the isolation matrix. Returns the changed
 * files; throws if one no longer has the anchor.
 */
export async function registerService(checkout: string, names: PartNames): Promise<string[]> {
  for (const registration of registrations) await register(checkout, registration, names)
  return [...new Set(registrations.map(({ file }) => file))]
}

async function register(checkout: string, registration: Registration, names: PartNames): Promise<void> {
  const { file, within, before, text } = registration
  const path = join(checkout, file)
  const content = await readFile(path, 'utf8')
  const start = content.indexOf(within)
  const at = start < 0 ? -1 : content.indexOf(before, start)
  if (at < 0) throw new Error(`${file} has no place for a new service: nothing follows "${within}".`)
  await writeFile(path, content.slice(0, at) + fillIn(text, names) + content.slice(at))
}
