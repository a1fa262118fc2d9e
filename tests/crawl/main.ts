import { mkdir, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runTests } from '@portal/build/run-tests'
import type { RunningPortal } from '@portal/deploy/standalone/start-portal'
import { openBrowserAs } from '../screens/open-browser-as.ts'
import { type DemoPortal, withDemoPortal } from '../screens/with-demo-portal.ts'
import { type CrawlReport, crawl } from './crawl.ts'

// `npm run crawl`: starts a demo portal and follows every link, button and menu item of it as each
// principal, at three widths, in both themes. Arguments after `--` name some principals;
// `--width 768 --width 390` takes these widths alone, `--unpressed` presses nothing, `--late` opens
// each page once more for each of its answers, with that one after all others, `--at-once 3` lets
// three principals crawl at the same time. `short [<file> ...]` runs the tests that CI runs.
const { values, positionals: wanted } = parseArgs({
  options: {
    width: { type: 'string', multiple: true },
    unpressed: { type: 'boolean' },
    late: { type: 'boolean' },
    'at-once': { type: 'string', default: '1' },
  },
  allowPositionals: true,
})
const widths = values.width?.map(Number) ?? [1440, 768, 390]
const isPressing = values.unpressed !== true
const isLate = values.late === true
const folder = resolve('crawl')

if (wanted[0] === 'short') await runTests('vitest.crawl.config.ts', 'crawl', wanted.slice(1))
else await withDemoPortal(null, crawlInFull)

async function crawlInFull(demo: DemoPortal): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const reports: CrawlReport[] = []
  const waiting = principalsOf(demo.portal).values()
  const crawlWaiting = async () => {
    for (const principal of waiting) {
      // The wider page first: on narrower ones only what they alone have is pressed.
      const pressed = isPressing ? new Set<string>() : null
      for (const width of widths) reports.push(await crawlAs(demo, principal, { width, pressed }))
    }
  }
  await Promise.all(Array.from({ length: Number(values['at-once']) }, crawlWaiting))
  summarize(reports)
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
  { portal: { address }, halted }: DemoPortal,
  { name, login }: ReturnType<typeof principalsOf>[number],
  { width, pressed }: { readonly width: number; readonly pressed: Set<string> | null },
): Promise<CrawlReport> {
  const begunAt = performance.now()
  const browser = await openBrowserAs(login, { address, width })
  try {
    const pictures = { name: `${name}-${width}`, folder }
    const report = await crawl(browser, {
      ...{ address, themes: ['light', 'dark'], pressed, pictures, halted, isLate },
      onFinding: ({ at, from, fault, picture }) =>
        console.log(`  ${pictures.name} ${at} (from ${from}): ${fault} [${picture}]`),
    })
    const { visited, findings } = report
    const minutes = ((performance.now() - begunAt) / 60_000).toFixed(1)
    console.log(
      `${pictures.name}: ${visited.length} pages, ${report.pressed} controls, ${findings.length} findings in ${minutes} minutes`,
    )
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
