import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestPage } from '@portal/testkit/browser'
import { signIn } from '@portal/testkit/sign-in'
import { signInOnPage } from '@portal/testkit/sign-in-page'
import { type CheckoutCopy, copyCheckout } from '@portal/tools/add/copy-checkout'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { loginOf, type StartedPortal } from './journey-portal.ts'
import { openTab } from './tab.ts'

const bootstrap = fileURLToPath(new URL('../../tools/bootstrap/run.mjs', import.meta.url))
const words = { before: 'Ask your policies.', after: 'Ask your own policies.' }
const landingSource = 'remotes/marketing/src/features/landing/hero.tsx'
const failingSource = 'remotes/marketing/src/routes/features.tsx'

/** One remote, the packages that are compiled into it, and what lies beside all packages. */
const oneRemote = /^(remotes\/marketing|packages\/(build|contracts|remote-kit|ui))\/|^[^/]+$/

/** The gateway's view of the registry may be a second old. */
const patience = { timeout: 30_000, interval: 250 }
/** From the first line of the build to people who see it. */
const shippedWithinMs = 120_000
const rolledBackWithinMs = 60_000

/** A build published with the operator's command is what people see next. */
export function describeRemoteReplacement(portal: () => StartedPortal): void {
  describe('a remote that is shipped alone', () => {
    let checkout: CheckoutCopy
    beforeAll(async () => {
      checkout = await copyCheckout((file) => oneRemote.test(file))
    })
    afterAll(() => checkout[Symbol.asyncDispose]())

    it('is built where neither the shell nor another remote nor a service is, and replaced and rolled back by its registry entry alone, while people work', async () => {
      const [visitor, member] = [await openTab(), await openTab()]
      try {
        const { address } = portal()
        await signInOnPage(member.page, { address, ...loginOf(portal(), 'lena'), returnTo: '/documents' })
        await member.page.evaluate('window.isStillThisPage = true')
        const first = await landing(visitor.page, portal())
        expect(first.heading).toContain(words.before)
        const begun = Date.now()
        const build = await builtWith(checkout.folder, landingSource, words.before, words.after)
        await remotes(portal(), 'publish', 'marketing', build, '--percent', '100')
        const second = await vi.waitFor(async () => {
          const shown = await landing(visitor.page, portal())
          expect(shown.heading).toContain(words.after)
          return shown
        }, patience)
        expect(Date.now() - begun).toBeLessThan(shippedWithinMs)
        expect(second.shell).toEqual(first.shell)
        await goOn(member.page)
        await remotes(portal(), 'rollback', 'marketing', '--why', 'The first headline was better.')
        await vi.waitFor(async () => expect(await landing(visitor.page, portal())).toEqual(first), patience)
        await goOn(member.page)
        expect(member.complaints).toEqual([])
      } finally {
        await visitor.close()
        await member.close()
      }
    })

    it('is rolled back by itself when it fails for people, who then see the version before', async () => {
      const tab = await openTab()
      try {
        const { address } = portal()
        await signInOnPage(tab.page, { address, ...loginOf(portal(), 'tomas'), returnTo: '/chat' })
        const failing = 'export const Screen = () => { throw new TypeError("of a test") }\n'
        const build = await builtWith(checkout.folder, failingSource, /^[\s\S]*$/, failing)
        await remotes(portal(), 'publish', 'marketing', build, '--percent', '100')
        const begun = Date.now()
        const report = tab.page.waitForRequest('**/api/remotes/reports')
        const { version } = JSON.parse(await readFile(join(build, 'remote.json'), 'utf8'))
        await vi.waitFor(async () => {
          expect(await (await fetch(`${address}/remotes.json`)).text()).toContain(version)
        }, patience)
        await tab.page.goto(`${address}/features`)
        await tab.page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
        const body = (await report).postData() ?? ''
        expect(JSON.parse(body)).toMatchObject({ name: 'marketing', kind: 'render', error: 'TypeError' })
        for (const username of ['ingrid', 'amara']) await reportAs(portal(), username, body)
        await tab.page.getByRole('button', { name: 'Try again' }).click()
        await tab.page.getByRole('heading', { name: /Write it once/ }).waitFor()
        expect(Date.now() - begun).toBeLessThan(rolledBackWithinMs)
      } finally {
        await tab.close()
      }
    })
  })
}

/** Goes to another screen and back, in the same page. */
async function goOn(page: TestPage): Promise<void> {
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'AI Assistant' }).click()
  await page.getByLabel('Your question').waitFor()
  await main.getByRole('link', { name: 'Documents' }).click()
  await page.getByRole('article').first().waitFor()
  expect(await page.evaluate('window.isStillThisPage')).toBe(true)
}

/** What another person's browser would report. */
async function reportAs(portal: StartedPortal, username: string, body: string): Promise<void> {
  const browser = await signIn({ address: portal.address, ...loginOf(portal, username) })
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const response = await browser('/api/remotes/reports', { method: 'POST', headers, body })
  expect(response.status).toBe(200)
}

/** Builds the public pages, changed, in their own checkout; returns the folder. */
// biome-ignore lint/complexity/useMaxParams: a file, and what is replaced in it.
async function builtWith(checkout: string, path: string, from: string | RegExp, to: string): Promise<string> {
  const file = join(checkout, path)
  await writeFile(file, (await readFile(file, 'utf8')).replace(from, to))
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
