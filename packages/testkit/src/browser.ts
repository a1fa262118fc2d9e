import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import chromium from '@sparticuz/chromium'
import { type BrowserContext, type ElementHandle, type Page, chromium as playwright } from 'playwright-core'

/** A tab. */
export type TestPage = Page

/** An element of a page. */
export type TestElement = ElementHandle

/** A Chromium with its own profile. */
export interface TestBrowser {
  readonly context: BrowserContext
  close(): Promise<void>
}

export interface BrowserLook {
  readonly width: number
  readonly height: number
  readonly colorScheme?: 'light' | 'dark'
}

/** The gateway responds within 10 s, if only with an error; rendering may take longer. */
const patienceMs = 30_000

/** Not `@sparticuz/chromium`'s: its `--single-process` exits when the first page closes. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** Unpacks the Chromium of the npm registry once per machine; returns its executable's path. */
export function unpackBrowser(): Promise<string> {
  return chromium.executablePath()
}

/** Starts the Chromium from the npm registry; needs nothing installed on the system. */
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
