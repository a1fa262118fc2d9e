import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestPage } from '@portal/testkit/browser'
import { copyCheckout } from '@portal/tools/add/copy-checkout'
import { expect, it, vi } from 'vitest'
import type { StartedPortal } from './journey-portal.ts'
import { openTab } from './tab.ts'

const bootstrap = fileURLToPath(new URL('../../tools/bootstrap/run.mjs', import.meta.url))
const words = { before: 'Ask your policies.', after: 'Ask your own policies.' }

/** The gateway's view of the registry may be a second old. */
const patience = { timeout: 30_000, interval: 250 }

/** A build published with the operator's command is what people see next. */
export function describeRemoteReplacement(portal: () => StartedPortal): void {
  it('a remote is replaced and rolled back by its build and its registry entry alone, without a build of the shell', async () => {
    await using checkout = await copyCheckout()
    const tab = await openTab()
    try {
      const first = await landing(tab.page, portal())
      expect(first.heading).toContain(words.before)
      await remotes(portal(), 'publish', 'marketing', await changedBuild(checkout.folder))
      const second = await vi.waitFor(async () => {
        const shown = await landing(tab.page, portal())
        expect(shown.heading).toContain(words.after)
        return shown
      }, patience)
      expect(second.shell).toEqual(first.shell)
      await remotes(portal(), 'rollback', 'marketing', first.version)
      await vi.waitFor(async () => expect(await landing(tab.page, portal())).toEqual(first), patience)
    } finally {
      await tab.close()
    }
  })
}

/** Builds the landing page with another headline, in its own checkout; returns the folder. */
async function changedBuild(checkout: string): Promise<string> {
  const hero = join(checkout, 'remotes', 'marketing', 'src', 'features', 'landing', 'hero.tsx')
  const source = await readFile(hero, 'utf8')
  await writeFile(hero, source.replace(words.before, words.after))
  const build = join(checkout, 'packages', 'build', 'src', 'build-all.ts')
  await promisify(execFile)(process.execPath, [build, 'marketing'], { cwd: checkout })
  return join(checkout, 'remotes', 'marketing', 'dist')
}

/** `npm run remotes -- <command>`. */
async function remotes({ dataFolder }: StartedPortal, ...command: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [bootstrap, 'remotes', '--data', dataFolder, ...command])
}

/** What a visitor sees, the remote's version, and the shell's files. */
async function landing(page: TestPage, { address }: StartedPortal) {
  await page.goto(address)
  const heading = page.getByRole('heading', { level: 1 })
  await heading.waitFor()
  const loaded = await page.evaluate<string[]>(
    'performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)',
  )
  const version = loaded.flatMap((path) => path.match(/^\/remotes\/marketing\/([^/]+)\//)?.[1] ?? [])[0] ?? ''
  const shell = [...new Set(loaded.filter((path) => /^\/main\.\w+\.(js|css)$/.test(path)))].sort()
  expect(shell).toHaveLength(2)
  return { heading: await heading.textContent(), version, shell }
}
