import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { removeDataFolder } from '@portal/deploy/standalone/data-folder'
import type { PortalOptions } from '@portal/deploy/standalone/portal-options'
import { consoleProgress } from '@portal/deploy/standalone/progress'
import { runInProcess } from '@portal/deploy/standalone/run-in-process'
import { type RunningPortal, startPortal } from '@portal/deploy/standalone/start-portal'
import { openBrowser } from '@portal/testkit/browser'
import { signInOnPage } from '@portal/testkit/sign-in-page'
import { type CrawlReport, crawl } from './crawl.ts'

// `npm run crawl`: starts a demo portal and follows every link, button and menu item of it as each
// principal, at three widths, in both themes. Arguments after `--` name some principals;
// `--width 390` takes one width alone, `--unpressed` presses nothing.
const { values, positionals: wanted } = parseArgs({
  options: { width: { type: 'string' }, unpressed: { type: 'boolean' } },
  allowPositionals: true,
})
const widths = values.width ? [Number(values.width)] : [1440, 768, 390]
const isPressing = values.unpressed !== true
const folder = resolve('crawl')
const dataFolder = await mkdtemp(join(tmpdir(), 'portal-crawl-'))
const progress = consoleProgress()
const halt = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => halt.abort())

const options: PortalOptions = {
  port: 0,
  dataFolder,
  isReset: false,
  hasDemo: true,
  engines: { kind: 'embedded' },
  chosen: {},
  mailer: null,
  limits: {
    RATE_LOGIN: '600/600',
    RATE_SESSION: '12000/2400',
    RATE_PERSON: '12000/2400',
    RATE_ADDRESS: '30000/6000',
  },
}

try {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const portal = await startPortal({ options, run: runInProcess, progress, halted: halt.signal })
  try {
    summarize(await crawlAll(portal))
  } finally {
    await portal.stop()
  }
} finally {
  await removeDataFolder(dataFolder, () => undefined)
}

async function crawlAll(portal: RunningPortal): Promise<CrawlReport[]> {
  const reports: CrawlReport[] = []
  for (const principal of principalsOf(portal)) {
    for (const width of widths) reports.push(await crawlAs(portal, principal, width))
  }
  return reports
}

/** A visitor, and the first demo login of each role. */
function principalsOf({ logins }: RunningPortal) {
  const first = logins.filter(({ role }, at) => logins.findIndex((login) => login.role === role) === at)
  const people = first.map((login) => ({ name: login.role ?? 'without-organization', login }))
  return [{ name: 'visitor', login: null }, ...people].filter(
    ({ name }) => wanted.length === 0 || wanted.includes(name),
  )
}

async function crawlAs(
  { address }: RunningPortal,
  { name, login }: ReturnType<typeof principalsOf>[number],
  width: number,
): Promise<CrawlReport> {
  const browser = await openBrowser({ width, height: 900 })
  try {
    if (login) {
      const page = await browser.context.newPage()
      const { username, password } = login
      // Everybody has this page, wherever their start page leads.
      await signInOnPage(page, { address, username, password, returnTo: '/terms' })
      await page.close()
    }
    const pictures = { name: `${name}-${width}`, folder }
    const report = await crawl(browser, {
      address,
      themes: ['light', 'dark'],
      isPressing,
      pictures,
      halted: halt.signal,
    })
    const { visited, pressed, findings } = report
    console.log(`${pictures.name}: ${visited.length} pages, ${pressed} controls, ${findings.length} findings`)
    for (const { at, from, fault, picture } of findings)
      console.log(`  ${at} (from ${from}): ${fault} [${picture}]`)
    return report
  } finally {
    await browser.close()
  }
}

function summarize(reports: readonly CrawlReport[]): void {
  const findings = reports.flatMap((report) => report.findings)
  const pages = reports.reduce((sum, { visited }) => sum + visited.length, 0)
  console.log(`\n${pages} pages visited, ${findings.length} findings.`)
  if (findings.length > 0 || pages === 0) process.exitCode = 1
}
