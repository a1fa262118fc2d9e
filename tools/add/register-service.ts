import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fillIn, type PartNames } from './part-names.ts'

/** A change in a file that knows every service: `text` goes before the first `before` that follows `within`. */
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

const dependency = (file: string): Registration => ({
  file,
  within: '"dependencies": {',
  before: '"zod"',
  text: '"@portal/template-name-service": "workspace:*",\n    ',
})

const services = 'packages/contracts/src/services.ts'
const inProcess = 'deploy/standalone/run-in-process.ts'
const operable = 'deploy/operate/operable-services.ts'
const isolation = 'tests/isolation/isolated-portal.ts'
const appRole = 'tests/isolation/app-role.test.ts'
const permissionChecks = 'tests/isolation/permission-checks.test.ts'
const drilled = 'tests/drills/all-services.fixture.ts'
const samples = 'tests/isolation/route-samples.ts'

/** Every place outside its own folder that must know a new service; the compiler or a test fails where one is missing. */
const registrations: readonly Registration[] = [
  {
    file: 'packages/contracts/src/route.ts',
    within: 'proxiedServices = [',
    before: ']',
    text: ", 'template-name'",
  },
  importing(services, "import { templateNameApi } from './template-name.ts'"),
  entry(services, 'const serviceApis', "'template-name': templateNameApi,"),
  entry(
    'packages/contracts/src/permissions.ts',
    'const permissions = {',
    "'template-entity:read': everyone,\n  'template-entity:create': stewards,",
  ),
  entry(
    'packages/contracts/src/invalidations.ts',
    'const invalidations',
    "'template-entity.created': ['/api/template-name'],",
  ),
  dependency('deploy/package.json'),
  dependency('tests/package.json'),
  importing(inProcess, "import { startTemplateName } from '@portal/template-name-service/main'"),
  entry(inProcess, 'const starters', "'template-name': startTemplateName,"),
  importing(operable, "import { templateName } from '@portal/template-name-service/service'"),
  entry(operable, 'const services', "'template-name': templateName,"),
  importing(isolation, "import { templateName } from '@portal/template-name-service/service'"),
  {
    file: isolation,
    within: '  const services = {',
    before: '\n  }\n',
    text: "\n    'template-name': await startUnderTest(alter(templateName), { ports: {}, office, bus }),",
  },
  importing(appRole, "import { templateName } from '@portal/template-name-service/service'"),
  {
    file: appRole,
    within: "  'master-admin': masterAdmin.migrations",
    before: '\n}',
    text: "\n  'template-name': templateName.migrations,",
  },
  entry(
    permissionChecks,
    'const specified',
    "'template-entity:read': 'facilitator admin manager team_member',",
  ),
  entry(permissionChecks, 'const specified', "'template-entity:create': 'facilitator admin',"),
  importing(drilled, "import { templateName } from '@portal/template-name-service/service'"),
  {
    file: drilled,
    within: '  const under = {',
    before: '\n  }\n',
    text: "\n    'template-name': await startUnderTest(templateName, { ports: {}, bus, office }),",
  },
  entry(samples, 'const samples', "'template-name.listTemplateEntities': plain(),"),
  entry(samples, 'const samples', "'template-name.createTemplateEntity': plain({ title: 'Another one' }),"),
]

/**
 * Makes contracts, compositions and the isolation matrix know the service. Returns the changed files; throws for one that no longer has
 * the place.
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
