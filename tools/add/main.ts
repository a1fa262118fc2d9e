import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { workspaceRoot } from '@portal/build/build-plan'
import { allRoutes } from '@portal/contracts/services'
import { copyTemplate } from './copy-template.ts'
import { type PartNames, partNames } from './part-names.ts'
import { registerService } from './register-service.ts'

const usage = 'npm run add -- service <name> [--entity <word>], or npm run add -- remote <name>'

/** Adds the named part. Returns the files written; throws one sentence if it cannot. */
async function add(args: readonly string[]): Promise<readonly string[]> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { entity: { type: 'string' } },
    allowPositionals: true,
  })
  const [kind, name, ...rest] = positionals
  if (name === undefined || rest.length > 0) throw new Error(usage)
  if (kind === 'service') return addService(partNames(name, values.entity))
  if (kind === 'remote' && values.entity === undefined) return addRemote(partNames(name))
  throw new Error(usage)
}

async function addService(names: PartNames): Promise<readonly string[]> {
  const name = names.name.kebab
  const path = `/api/${name}`
  const owner = allRoutes().find(({ route }) => route.path === path || route.path.startsWith(`${path}/`))
  if (owner) throw new Error(`${path} belongs to ${owner.service} already.`)
  assertNew('services', name)
  return [
    ...(await copyTemplate(workspaceRoot, 'service', names)),
    ...(await registerService(workspaceRoot, names)),
  ]
}

function addRemote(names: PartNames): Promise<readonly string[]> {
  assertNew('remotes', names.name.kebab)
  return copyTemplate(workspaceRoot, 'remote', names)
}

function assertNew(folder: string, name: string): void {
  if (existsSync(join(workspaceRoot, folder, name))) throw new Error(`${folder}/${name} exists already.`)
}

/** Names shorter or longer than the template's change how lines wrap. */
function format(files: readonly string[]): void {
  const biome = join(workspaceRoot, 'node_modules', '@biomejs', 'biome', 'bin', 'biome')
  const args = [
    biome,
    'check',
    '--write',
    '--log-level=error',
    ...files.filter((file) => !file.includes('/drizzle/')),
  ]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: workspaceRoot,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The new files could not be formatted.\n${stdout}${stderr}`)
}

try {
  const files = await add(process.argv.slice(2))
  format(files)
  console.log(files.map((file) => `  ${file}`).join('\n'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
