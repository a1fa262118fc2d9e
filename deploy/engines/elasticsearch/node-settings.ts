import { pbkdf2, randomBytes } from 'node:crypto'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { EnginePlace } from '../engine.ts'

const heap = '512m'
// Elasticsearch's hash format (x-pack core, Hasher): rounds, 32-byte salt, 32-byte key.
const rounds = 10_000
const lengthBytes = 32

/** Writes the node's settings, memory options and one user who may not manage the node. */
export async function writeNodeSettings(place: EnginePlace, user: string): Promise<void> {
  const config = join(place.data, 'config')
  for (const name of ['config', 'data', 'logs', 'tmp']) {
    await mkdir(join(place.data, name), { recursive: true })
  }
  await cp(join(place.programs, 'home', 'config'), config, { recursive: true })
  await writeFile(join(config, 'elasticsearch.yml'), nodeSettings(place))
  await writeFile(join(config, 'jvm.options'), await memorySettings(place, config))
  await writeFile(join(config, 'users'), `${user}:${await hashed(place.secret)}\n`)
  await writeFile(join(config, 'users_roles'), `${user}:${user}\n`)
  await writeFile(join(config, 'roles.yml'), roles(user))
}

function nodeSettings({ data, ports }: EnginePlace): string {
  const settings = {
    'cluster.name': 'portal',
    'node.name': 'portal-1',
    'path.data': join(data, 'data'),
    'path.logs': join(data, 'logs'),
    'network.host': '127.0.0.1',
    'http.port': ports[0],
    'transport.port': ports[1],
    'discovery.type': 'single-node',
    'xpack.security.enabled': true,
    'xpack.security.enrollment.enabled': false,
    'xpack.security.http.ssl.enabled': false,
    'xpack.security.transport.ssl.enabled': false,
    // A development machine's disk is often fuller than a cluster's may be.
    'cluster.routing.allocation.disk.threshold_enabled': false,
    'action.destructive_requires_name': true,
  }
  return lines(settings)
}

/** Elastic's defaults, but with little memory: engines share the machine. */
async function memorySettings({ data }: EnginePlace, config: string): Promise<string> {
  const shipped = await readFile(join(config, 'jvm.options'), 'utf8')
  const kept = shipped
    .split('\n')
    .filter((line) => !/^[\d\-:]*(-Xlog:gc|-XX:\+UseG1GC|-Xm[sx])/.test(line))
    .join('\n')
    .replaceAll('hs_err_pid', join(data, 'logs', 'hs_err_pid'))
    .replaceAll(/file=gc\.log\S*/g, 'file=/dev/null')
  const own = [`-Xms${heap}`, `-Xmx${heap}`, '-XX:+UseSerialGC', '-XX:-AlwaysPreTouch']
  return `${kept}\n${own.join('\n')}\n`
}

async function hashed(password: string): Promise<string> {
  const salt = randomBytes(lengthBytes)
  const key = await promisify(pbkdf2)(password, salt, rounds, lengthBytes, 'sha512')
  return `{PBKDF2}${rounds}$${salt.toString('base64')}$${key.toString('base64')}`
}

function roles(name: string): string {
  return `${name}:
  cluster: [all]
  indices:
    - names: ['*']
      privileges: [all]
`
}

function lines(settings: Readonly<Record<string, unknown>>): string {
  return `${Object.entries(settings)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n`
}
