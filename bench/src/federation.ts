import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openBrowser } from '@portal/testkit/browser'
import type { BrowserContext } from 'playwright-core'
import { bundledSite } from './federation/bundled-site.ts'
import { federatedSite, renderedSite } from './federation/federated-site.ts'
import type { ServedSite } from './federation/front-end-host.ts'
import { serveSite } from './federation/front-end-host.ts'
import type { ShownPage } from './federation/page-load.ts'
import { throttling, timeToShow } from './federation/page-load.ts'
import type { Result } from './measure/report.ts'
import { ratios, spread } from './measure/statistics.ts'

const home: ShownPage = { path: '/', isSignedIn: false, selector: 'h1', text: 'Ask your policies' }
const deepLink: ShownPage = { path: '/documents', isSignedIn: true, selector: '*', text: 'Policy 12' }

interface Series {
  readonly federated: number[]
  readonly bundled: number[]
}

/** Options of the short form. */
export const short = ['--rounds', '1']

/**
 * P14, P15 and P16: the portal as shipped against the same pages as one build, in a throttled
 * Chromium with an empty cache. `--rounds` (12), interleaved.
 */
export async function run(args: readonly string[]): Promise<Result[]> {
  const { values } = parseArgs({ args: [...args], options: { rounds: { type: 'string', default: '12' } } })
  const workFolder = await mkdtemp(join(tmpdir(), 'portal-bench-'))
  const federated = await serveSite(await federatedSite())
  const rendered = await serveSite(await renderedSite())
  const bundled = await serveSite(await bundledSite(workFolder))
  const browser = await openBrowser({ width: 412, height: 823 })
  try {
    const sites = { federated, bundled }
    const rounds = Number(values.rounds)
    const homes = await measure(browser.context, sites, { page: home, rounds })
    const asHtml = { federated: rendered, bundled }
    const firstViews = await measure(browser.context, asHtml, { page: home, rounds })
    const links = await measure(browser.context, sites, { page: deepLink, rounds })
    return [
      {
        name: 'federation',
        how: `${rounds} rounds`,
        paragraphs: [tableOf({ homes, firstViews, links, sites })],
      },
    ]
  } finally {
    await browser.close()
    await federated.close()
    await rendered.close()
    await bundled.close()
    await rm(workFolder, { recursive: true, force: true })
  }
}

interface Sites {
  readonly federated: ServedSite
  readonly bundled: ServedSite
}

async function measure(
  context: BrowserContext,
  sites: Sites,
  { page, rounds }: { readonly page: ShownPage; readonly rounds: number },
): Promise<Series> {
  const series: Series = { federated: [], bundled: [] }
  const order: (keyof Sites)[] = ['federated', 'bundled']
  for (const name of order) await timeToShow(context, sites[name].address, page)
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? order : order.toReversed())
      series[name].push(await timeToShow(context, sites[name].address, page))
  }
  return series
}

interface Findings {
  readonly homes: Series
  /** The home page as visitors get it, as HTML. */
  readonly firstViews: Series
  readonly links: Series
  readonly sites: Sites
}

function tableOf({ homes, firstViews, links, sites }: Findings): string {
  const sent = { federated: total(sites.federated.scripts), bundled: total(sites.bundled.scripts) }
  const { latencyMs, downloadKbps, cpuSlowdown } = throttling
  return `Chromium, empty cache, ${latencyMs} ms latency per request, ${downloadKbps} kbit/s, processor slowed
${cpuSlowdown} times. Contenders: the portal as it ships (shell and remotes built apart), and the same shell
and screens as one build with a chunk per screen. Times in milliseconds: median (minimum to maximum). Ratio: median of the rounds' ratios.

| id | what | federated | one build | ratio | reach | aim |
|---|---|---|---|---|---|---|
${timeRow(homes, { id: 'P14', what: 'home page shown, without its HTML', targets: '1.25 | 1.15' })}
${timeRow(firstViews, { id: 'P14', what: 'home page shown to a visitor, who gets it as HTML', targets: '1.25 | 1.15' })}
${timeRow(links, { id: 'P15', what: 'deep link to /documents shown to a member', targets: '1.5 | 1.25' })}
| P16 | JavaScript sent for both, brotli bytes | ${sent.federated} | ${sent.bundled} | ${(sent.federated / sent.bundled).toFixed(2)} | 1.6 | 1.5 |
`
}

interface RowText {
  readonly id: string
  readonly what: string
  readonly targets: string
}

function timeRow({ federated, bundled }: Series, { id, what, targets }: RowText): string {
  const ratio = ratios(federated, bundled).median.toFixed(2)
  return `| ${id} | ${what} | ${text(federated)} | ${text(bundled)} | ${ratio} | ${targets} |`
}

function text(times: readonly number[]): string {
  const { median, min, max } = spread(times)
  return `${Math.round(median)} (${Math.round(min)} to ${Math.round(max)})`
}

function total(scripts: ReadonlyMap<string, number>): number {
  return [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0)
}
