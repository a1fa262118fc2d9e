import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { workspaceRoot } from '@portal/build/build-plan'
import { RemoteEntry } from '@portal/contracts/remotes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CheckoutCopy, copyCheckout } from './copy-checkout.ts'

const recipeMs = 300_000
let copy: CheckoutCopy

beforeAll(async () => {
  copy = await copyCheckout()
})
afterAll(() => copy[Symbol.asyncDispose]())

/** Runs a program of the copy. Rejects with all its output if it fails. */
async function run(program: string, ...args: string[]): Promise<string> {
  const options = { cwd: copy.folder, env: { ...process.env, NODE_OPTIONS: '' }, maxBuffer: 1 << 26 }
  try {
    return (await promisify(execFile)(process.execPath, [program, ...args], options)).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${program} ${args.join(' ')} failed.\n${stdout}${stderr}`, { cause: error })
  }
}

const add = (...words: string[]) => run('tools/add/main.ts', ...words)
const vitest = (project: string, folder: string) =>
  run('node_modules/vitest/vitest.mjs', 'run', '--project', project, folder)

/** Type-checks folders and their imports with the repository's own settings. */
async function typeCheck(settings: 'node' | 'web', include: readonly string[]): Promise<string> {
  const extended = join(copy.folder, 'packages', 'build', `tsconfig.${settings}.json`)
  const file = join(copy.folder, `tsconfig.${settings}-recipe.json`)
  const compilerOptions = { incremental: false, tsBuildInfoFile: null }
  await writeFile(
    file,
    JSON.stringify({ extends: extended, compilerOptions, include, exclude: ['**/node_modules'] }),
  )
  return run('node_modules/typescript/bin/tsc', '-p', file)
}

/** Files of this checkout that differ in the copy. */
async function changedFiles(): Promise<string[]> {
  const files = copy.files.map(async (file) => {
    const [original, copied] = await Promise.all([
      readFile(join(workspaceRoot, file)),
      readFile(join(copy.folder, file)),
    ])
    return original.equals(copied) ? [] : [file]
  })
  return (await Promise.all(files)).flat().toSorted()
}

const read = (file: string) => readFile(join(copy.folder, file), 'utf8')

describe('npm run add -- service notices', () => {
  beforeAll(async () => {
    await add('service', 'notices')
    await copy.link('services/notices', 'services/team')
  }, recipeMs)

  it(
    'makes a service that compiles, that the gateway and both compositions know, and whose tests pass',
    async () => {
      await typeCheck('node', [
        'packages/testkit/src/start-test-postgres.ts',
        'services/notices',
        'services/gateway/src',
        'deploy/services',
        'tests/isolation',
      ])
      expect(await vitest('node', 'services/notices')).toMatch(/5 passed, 0 failed/)
    },
    recipeMs,
  )

  it('touches at most four files that exist: three, each a table of the contracts', async () => {
    expect(await changedFiles()).toEqual([
      'packages/contracts/src/invalidations.ts',
      'packages/contracts/src/permissions.ts',
      'packages/contracts/src/services.ts',
    ])
  })

  it('gives its verbs permissions of their own, and its event the reads that it makes stale', async () => {
    expect(await read('packages/contracts/src/permissions.ts')).toContain("'notice:create': stewards,")
    expect(await read('packages/contracts/src/invalidations.ts')).toContain(
      "'notice.created': ['/api/notices'],",
    )
    expect(await read('services/notices/drizzle/0000_notices.sql')).toContain('CREATE TABLE "notices"')
  })

  it('leaves no stand-in of the template, and refuses to add the service again', async () => {
    const folder = join(copy.folder, 'services', 'notices')
    const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((file) => file.isFile() && !file.parentPath.includes('node_modules'))
      .map((file) => join(file.parentPath, file.name))
    for (const file of files) expect(`${file} ${await readFile(file, 'utf8')}`).not.toMatch(/template/i)
    await expect(add('service', 'notices')).rejects.toThrow('/api/notices belongs to notices already.')
  })
})

describe('npm run add -- remote quiz-results', () => {
  beforeAll(async () => {
    await add('remote', 'quiz-results')
    await copy.link('remotes/quiz-results', 'remotes/team')
  }, recipeMs)

  it(
    'makes a remote that compiles, whose tests pass, and whose build can be published',
    async () => {
      await typeCheck('web', ['remotes/quiz-results/src'])
      expect(await vitest('web', 'remotes/quiz-results')).toMatch(/3 passed, 0 failed/)
      await run('packages/build/src/build-all.ts', 'quiz-results')
      const entry = RemoteEntry.parse(JSON.parse(await read('remotes/quiz-results/dist/remote.json')))
      expect(entry.navigation).toMatchObject([{ label: 'Quiz Results', to: '/quiz-results' }])
      expect(entry.routes[0]?.preload?.some((file) => file.endsWith('.css'))).toBe(true)
    },
    recipeMs,
  )

  it('refuses to write over a remote that exists', async () => {
    await expect(add('remote', 'quiz-results')).rejects.toThrow('remotes/quiz-results exists already.')
  })
})
