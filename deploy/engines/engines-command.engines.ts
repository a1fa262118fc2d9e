import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { engineUrl } from '@portal/testkit/engines'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { enginesNamed } from './all-engines.ts'
import { enginesFolder } from './install/engines-folder.ts'
import { answersApiVersions } from './kafka/answers-api-versions.ts'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))
let cache: string

beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'portal-engines-'))
  // As root, the engine's unprivileged user must be able to traverse the cache.
  await chmod(cache, 0o755)
})

afterEach(async () => {
  await engines('down')
  await rm(cache, { recursive: true, force: true })
})

test('up leaves engines running that status shows and down stops, and no others', async () => {
  await useInstalled()
  const shared = await engineUrl('kafka')
  const up = await engines('up', 'kafka')
  expect(up).toMatchObject({ code: 0, stderr: '' })
  const own = /kafka +ready +(kafka:\S+)/.exec(up.stdout)?.[1] ?? ''
  await expect(answersApiVersions(portOf(own))).resolves.toBe(true)
  expect((await stat(join(cache, 'compliance-portal/engines/supervisor.json'))).mode & 0o777).toBe(0o600)

  expect((await engines('status')).stdout).toContain(own)
  expect((await engines('up', 'kafka')).stdout).toContain(own)

  expect((await engines('down')).stdout).toContain('The engines are stopped.')
  await expect(answersApiVersions(portOf(own))).resolves.toBe(false)
  await expect(answersApiVersions(portOf(shared))).resolves.toBe(true)
  expect((await engines('status')).stdout).toContain('No engines are running.')
})

test('several who say up at once share one supervisor, which one down stops', async () => {
  await useInstalled()
  const ups = await Promise.all([engines('up', 's3'), engines('up', 's3'), engines('up', 's3')])
  const urls = ups.map(({ stdout }) => /s3 +ready +(s3:\S+)/.exec(stdout)?.[1])
  expect(ups.map(({ code }) => code)).toEqual([0, 0, 0])
  expect(new Set(urls).size).toBe(1)
  await engines('down')
  expect((await engines('status')).stdout).toContain('No engines are running.')
})

test('without the programs that installing takes, each engine says in one sentence what to install', async () => {
  for (const { name } of enginesNamed([])) {
    const { code, stderr } = await engines({ PATH: '', JAVA_HOME: '' }, 'up', name)
    expect(code).toBe(1)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).toMatch(/ install(ed)? /)
  }
})

test('a name that no engine has is refused with those that there are', async () => {
  const { code, stderr } = await engines('up', 'kafak')
  expect(code).toBe(1)
  expect(stderr).toContain('There is no engine "kafak"; there are: kafka,')
})

/** Runs `npm run engines` with a cache of its own. */
function engines(...args: readonly (string | NodeJS.ProcessEnv)[]) {
  const words = args.filter((arg) => typeof arg === 'string')
  const changes = args.filter((arg) => typeof arg !== 'string')
  const env = Object.assign({}, process.env, { XDG_CACHE_HOME: cache }, ...changes)
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', main, ...words],
      { env, timeout: 280_000 },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}

/** Links engines that are already installed into this cache. */
async function useInstalled(): Promise<void> {
  const installed = await enginesFolder()
  const own = join(cache, 'compliance-portal', 'engines')
  await mkdir(own, { recursive: true })
  for (const { release } of enginesNamed([])) {
    const isThere = (await readdir(installed)).includes(release)
    if (isThere) await symlink(join(installed, release), join(own, release))
  }
}

function portOf(url: string): number {
  return Number(/:(\d+)/.exec(url)?.[1])
}
