import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { findFreePorts } from '@portal/adapters/embedded-postgres/free-port'
import { workspaceRoot } from '@portal/build/build-plan'
import { filesBelow } from '@portal/build/file-tree'
import { makeSigningKey } from '@portal/gateway-service/remotes/signatures'
import { provisionDatabase } from '@portal/service-kit/database/provision-database'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { z } from 'zod'
import { embeddedEngines } from '../standalone/embedded-engines.ts'
import {
  databaseName,
  databaseNames,
  type Installation,
  loopback,
  portNames,
  processNames,
  type Topology,
  topology,
} from '../standalone/topology.ts'
import { type Rootfs, unpackImage } from './oci/unpack-image.ts'
import { type ImageProcess, runInRootfs } from './run-in-rootfs.fixture.ts'

let folder: string
let digests: readonly string[]
let services: Rootfs
const running: ImageProcess[] = []

/** `npm run images` into a folder; resolves to the digests that it prints. */
async function build(name: string): Promise<readonly string[]> {
  const command = [join(workspaceRoot, 'deploy', 'images', 'main.ts'), '--folder', join(folder, name)]
  const { stdout } = await promisify(execFile)(process.execPath, command)
  return stdout.match(/sha256:[0-9a-f]{64}/g) ?? []
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-images-'))
  digests = await build('first')
  services = await unpackImage(join(folder, 'first', 'services'), join(folder, 'rootfs'))
}, 900_000)

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

it('two builds have one digest', async () => {
  expect(new Set(digests).size).toBe(2)
  expect(await build('second')).toEqual(digests)
}, 900_000)

const Bill = z.object({
  components: z.array(z.object({ name: z.string(), version: z.string(), purl: z.string() })),
})
const Manifest = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
})

describe.each(['services', 'front-ends'])('the bill of materials of %s', (name) => {
  const componentsOf = async () =>
    Bill.parse(JSON.parse(await readFile(join(folder, 'first', `${name}.cdx.json`), 'utf8'))).components

  it('names what is compiled in, with versions', async () => {
    const purls = (await componentsOf()).map(({ purl }) => purl)
    expect(purls).toEqual(expect.arrayContaining([expect.stringMatching(/^pkg:npm\/hono@4\./)]))
    expect(purls).toEqual(expect.arrayContaining([expect.stringMatching(/^pkg:deb\/debian\/libc6@/)]))
  })

  it('holds no development dependency', async () => {
    const files = execFileSync('git', ['ls-files', '*package.json'], { cwd: workspaceRoot, encoding: 'utf8' })
    const manifests = await Promise.all(
      files
        .split('\n')
        .filter((file) => /^(package|(services|packages)\/[^/]+\/package)\.json$/.test(file))
        .map(async (file) => ({
          // What these two depend on is for developers as well.
          isForDevelopers: /^packages\/(build|testkit)\//.test(file),
          ...Manifest.parse(JSON.parse(await readFile(join(workspaceRoot, file), 'utf8'))),
        })),
    )
    const namesOf = (lists: readonly Readonly<Record<string, string>>[]) =>
      lists.flatMap((list) => Object.keys(list))
    const wanted = new Set(
      namesOf(manifests.filter((it) => !it.isForDevelopers).map((it) => it.dependencies)),
    )
    const developing = manifests.map((it) => (it.isForDevelopers ? it.dependencies : it.devDependencies))
    const forDevelopers = new Set(namesOf(developing).filter((name) => !wanted.has(name)))
    expect([...forDevelopers]).toEqual(expect.arrayContaining(['vitest', 'typescript', '@rspack/core']))
    expect((await componentsOf()).filter((component) => forDevelopers.has(component.name))).toEqual([])
  })
})

it('there is no shell, no package manager, no test and no source in the image', async () => {
  expect(await readdir(join(services.folder, 'usr', 'local', 'bin'))).toEqual(['node'])
  const files = await filesBelow(services.folder)
  expect(
    files.filter((file) => /(^|\/)(sh|bash|dash|busybox|npm|apt)$|\.tsx?$|testkit|vitest/.test(file)),
  ).toEqual([])
  expect(services.config.User).toMatch(/^[1-9]\d*:[1-9]\d*$/)
})

describe('on a read-only root, without capabilities of root', () => {
  let environments: Topology
  let installation: Installation

  beforeAll(async () => {
    const databases = await Promise.all(
      databaseNames.map(async (name) => {
        const unique = `image_${process.pid}_${databaseName(name)}`
        return [name, await provisionDatabase(inject('postgresAdminUrl'), unique)] as const
      }),
    )
    const ports = await findFreePorts(portNames.length)
    installation = {
      ports: Object.fromEntries(portNames.map((name, at) => [name, ports[at]])) as Installation['ports'],
      // Safe: made of the record's keys, as are the ports.
      databases: Object.fromEntries(databases) as Installation['databases'],
      secrets: {
        gateway: Buffer.alloc(32, 1).toString('base64'),
        oidcClient: 'c'.repeat(32),
        identityAdmin: 'i'.repeat(32),
        audit: Buffer.alloc(32, 2).toString('base64'),
        remotes: makeSigningKey().privateKey,
      },
      dataFolder: '/tmp/data',
      mailer: '',
      shellDirectory: '/tmp/shell',
      remotesDirectory: '/tmp/remotes',
      logLevel: 'info',
      version: 'image',
    }
    environments = topology(installation, embeddedEngines(installation))
  })

  it('migrates a database from the same image, and again', async () => {
    for (const _ of ['first', 'second'])
      expect(await outputOf(['deploy/migrate/main.js', 'team'], environments.team)).toBe(
        'The database of team is of this version.\n',
      )
  })

  it.each(processNames)('%s starts, serves its probes, and ends in good order on SIGTERM', async (name) => {
    const environment: Readonly<Record<string, string>> = environments[name] ?? {}
    const child = start([`services/${name}/src/main.js`], environment)
    const said = keepOutput(child)
    const port = name === 'gateway' ? installation.ports.internal : Number(environment.LISTEN_PORT)
    const status = () => statusOf(`${loopback(port)}/readyz`, child)
    await expect
      .poll(status, { timeout: 240_000, interval: 500 })
      .toBe(200)
      .catch((cause: unknown) => {
        throw new Error(`It is not ready. ${said()}`, { cause })
      })
    const ended = once(child, 'close')
    child.kill('SIGTERM')
    const [code] = await ended
    expect(said()).toContain('"msg":"stopped"')
    expect(code).toBe(0)
  })

  it.each([
    ['dead-letters', ['list', 'team'], 'team'],
    ['republish', ['team'], 'team'],
    ['audit', [], 'master-admin'],
    ['reindex', [], 'documents'],
  ] as const)('%s runs from the same image', async (command, words, service) => {
    const child = start([`deploy/operate/${command}/main.js`, ...words], environments[service])
    const errors = text(child.stderr)
    const [ended] = await once(child, 'exit')
    expect([await errors, ended]).toEqual(['', 0])
  })

  it.each([
    ['access-control.v1.pdf', 'application/pdf', 'PDFium'],
    [
      'acceptable-use.v1.docx',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'docx',
    ],
  ])('the parser reads %s with access to nothing but its code', async (name, type, engine) => {
    const content = await readFile(join(workspaceRoot, 'deploy', 'seed', 'documents', 'files', name))
    const adapters = '/app/packages/adapters/'
    const readable = [adapters, '/app/node_modules/'].map((path) => `--allow-fs-read=${path}`)
    const program = `${adapters}src/document-parser/local/child/parser-process.js`
    const child = start(['--permission', ...readable, '--disallow-code-generation-from-strings', program], {})
    child.stdin.write(`${JSON.stringify({ type, sizeBytes: content.length })}\n`)
    child.stdin.end(content)
    const lines = (await text(child.stdout)).trim().split('\n')
    expect(lines.some((line) => line.startsWith('{"block":{"kind":"heading"'))).toBe(true)
    expect(lines.at(-1)).toContain(engine)
  })

  it('the encoder’s process makes vectors, and its library sends nothing to its maker', async () => {
    // Without certificates in the image, its telemetry would complain as soon as it is switched on.
    const script = `
      const { fork } = await import('node:child_process')
      const file = '/app/packages/adapters/src/embedder/onnx/onnx-process.js'
      const encoder = fork(file, ['e5-small-v2-int8'], { env: {}, execArgv: [], serialization: 'advanced' })
      encoder.on('message', ({ value, failure }) => {
        console.log(failure ?? value.vector.length)
        encoder.disconnect()
      })
      encoder.send({ id: 1, request: { text: 'Who approves a policy?', kind: 'query' } })`
    expect(await outputOf(['--input-type=module', '--eval', script], {})).toBe('384\n')
  })

  it.each([
    ['provision', 'The configuration is not complete. EVENTS_URL: '],
    ['operate/backup', 'npm run backup -- <folder or s3://'],
    ['operate/restore', 'npm run restore -- <folder or s3://'],
  ])('%s, started without anything, names what it lacks', async (command, sentence) => {
    const child = start([`deploy/${command}/main.js`], {})
    const errors = text(child.stderr)
    expect(await errors).toContain(sentence)
  })
})

function start(args: readonly string[], environment: Readonly<Record<string, string>>): ImageProcess {
  const child = runInRootfs(services, args, environment)
  running.push(child)
  return child
}

/** All that it prints from now on. */
function keepOutput(child: ImageProcess): () => string {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  return () => output
}

async function outputOf(args: readonly string[], environment: Readonly<Record<string, string>>) {
  const child = start(args, environment)
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return output + errors
}

/** Fails at once when the program has ended. */
async function statusOf(address: string, child: ImageProcess): Promise<number> {
  if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}.`)
  return fetch(address).then(
    (response) => response.status,
    () => 0,
  )
}
