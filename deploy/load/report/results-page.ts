import { Html, html } from '@portal/service-kit/html'
import { lineChart } from './line-chart.ts'
import type { LoadResults } from './load-results.ts'

/** The results as one page that needs nothing but itself. */
export function resultsPage(results: LoadResults): string {
  const { profile, summary, composition, startedAt, isGood } = results
  const when = startedAt.slice(0, 16).replace('T', ' ')
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Load of the portal: ${profile}</title><style>${pageStyle}</style></head><body><main>
<header><h1>Load of the portal: ${profile}</h1><p>${summary} · ${composition} · ${when} UTC</p>
<p class="verdict ${isGood ? 'good' : 'bad'}">${isGood ? 'Every limit was kept.' : 'Not every limit was kept.'}</p></header>
${tiles(results)}
${crossedLimits(results)}
<section><h2>Course</h2>${charts(results)}</section>
<section><h2>Routes</h2>${routes(results)}</section>
<section><h2>Other measures</h2>${measures(results)}</section>
${parts(results)}
</main></body></html>`
  return `${page.markup}\n`
}

const ms = (value: number) => `${value >= 100 ? value.toFixed(0) : value.toFixed(1)} ms`

function tiles({ requests, seconds, failed, acts, droppedActs, routes, portal }: LoadResults): Html {
  const slowest = routes.toSorted((a, b) => b.p95 - a.p95)[0]
  const all: readonly (readonly [string, string])[] = [
    ['Requests', `${requests} in ${seconds.toFixed(0)} s`],
    ['Failed', `${failed} (${((100 * failed) / Math.max(1, requests)).toFixed(2)} %)`],
    ['Acts', droppedActs === 0 ? `${acts}` : `${acts}, ${droppedActs} not begun in time`],
    ['Slowest route, p95', slowest ? `${slowest.name}, ${ms(slowest.p95)}` : 'none'],
    ...(portal ? ([['Events', `${portal.eventsPerSecond.toFixed(1)} per second`]] as const) : []),
  ]
  return html`<dl class="tiles">${all.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`
}

function crossedLimits({ limits, failedChecks }: LoadResults): Html | null {
  const crossed = limits.filter(({ isKept }) => !isKept)
  if (crossed.length + failedChecks.length === 0) return null
  return html`<section><h2>What was not kept</h2><ul>
${crossed.map(({ metric, limit }) => html`<li><code>${metric}</code> was to be <code>${limit}</code></li>`)}
${failedChecks.map(({ name, fails, passes }) => html`<li>Not so ${fails} of ${fails + passes} times: ${name}</li>`)}
</ul></section>`
}

type PortalCourse = NonNullable<LoadResults['portal']>['course']

function charts({ course, portal }: LoadResults): Html {
  const over = (value: (second: LoadResults['course'][number]) => number) =>
    course.map((each) => [each.second, value(each)] as const)
  const inOrder = [
    lineChart({
      ...{ title: 'Requests', unit: 'per second' },
      series: [
        { label: 'all', color: 'first', points: over(({ requests }) => requests) },
        { label: 'failed', color: 'bad', points: over(({ failed }) => failed) },
      ],
    }),
    lineChart({
      ...{ title: 'Duration', unit: 'milliseconds, of all routes' },
      series: [
        { label: 'p95', color: 'second', points: over(({ p95 }) => p95) },
        { label: 'p50', color: 'first', points: over(({ p50 }) => p50) },
      ],
    }),
  ]
  if (!portal) return html`<div class="charts">${inOrder}</div>`
  const ofPortal = (color: string, value: (each: PortalCourse[number]) => number) => {
    const points = portal.course.map((each) => [each.second, value(each)] as const)
    return [{ label: 'the portal', color, points }]
  }
  const cpu = ofPortal('first', ({ cpuShare }) => cpuShare * 100)
  const events = ofPortal('second', (each) => each.events)
  return html`<div class="charts">${inOrder}
${lineChart({ title: 'Processor', unit: '% of one core, all its processes', series: cpu })}
${lineChart({ title: 'Events published', unit: 'per second', series: events })}</div>`
}

function table(head: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="wide"><table><thead><tr>${head.map((text) => html`<th scope="col">${text}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`
}

function routes({ routes: all }: LoadResults): Html {
  const longest = Math.max(1, ...all.map(({ p95 }) => p95))
  const rows = all.map((route) => {
    const statuses = Object.entries(route.statuses).map(
      ([status, count]) => `${count} × ${status === '0' ? 'no response' : status}`,
    )
    const width = ((100 * route.p95) / longest).toFixed(1)
    return html`<tr><th scope="row">${route.name}</th><td>${route.requests}</td>
<td${route.failed > 0 && html` class="bad"`}>${route.failed === 0 ? '0' : `${route.failed} (${statuses.join(', ')})`}</td>
<td>${ms(route.p50)}</td><td>${ms(route.p95)}<span class="bar" style="width:${width}%"></span></td><td>${ms(route.p99)}</td><td>${ms(route.headP95)}</td></tr>`
  })
  return table(['Route', 'Requests', 'Failed', 'p50', 'p95', 'p99', 'p95 of the head'], rows)
}

function measures({ measures: all }: LoadResults): Html {
  const rows = all.map(({ name, count, p50, p95, p99 }) => {
    const unit = name === 'browser_web_vital_cls' ? (value: number) => value.toFixed(3) : ms
    return html`<tr><th scope="row">${name.replaceAll('_', ' ')}</th><td>${count}</td><td>${unit(p50)}</td><td>${unit(p95)}</td><td>${unit(p99)}</td></tr>`
  })
  return table(['Measure', 'Times', 'p50', 'p95', 'p99'], rows)
}

function parts({ portal }: LoadResults): Html | null {
  if (!portal) return null
  const rows = portal.parts.map(
    ({ name, cpuShare, peakMb }) =>
      html`<tr><th scope="row">${name}</th><td>${(cpuShare * 100).toFixed(1)} %</td><td>${peakMb.toFixed(0)} MB</td></tr>`,
  )
  return html`<section><h2>Parts of the portal</h2>
${table(['Part', 'Processor, of one core', 'Memory at most'], rows)}</section>`
}

/** In both themes; the colours are those of the portal. */
const pageStyle = new Html(`
:root{color-scheme:light dark;--page:light-dark(#f7f8fa,#10141b);--card:light-dark(#fff,#181d26);--text:light-dark(#1a2230,#e8ecf2);--muted:light-dark(#566175,#9aa6b8);--line:light-dark(#dfe3ea,#2c3442);--first:light-dark(#2457c5,#7ca4ff);--second:light-dark(#a15c00,#f0b35a);--good:light-dark(#12683f,#5fd39a);--bad:light-dark(#b3261e,#ff8f86)}
.wide,figure,.tiles div{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.5 system-ui,sans-serif}
main{max-width:1160px;margin:0 auto;padding:24px 16px 64px}h1{font-size:24px;margin:0}h2{font-size:17px;margin:32px 0 12px}header p{margin:4px 0;color:var(--muted)}
header .verdict{font-weight:600}.good{color:var(--good)!important}.bad{color:var(--bad)!important}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(180px,1fr));gap:12px;margin:20px 0 0}.tiles div{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:12px 14px}dt{color:var(--muted);font-size:13px}dd{margin:2px 0 0;font-weight:600;overflow-wrap:anywhere}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,460px),1fr));gap:16px}figure{margin:0;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:12px 14px}figcaption span,.legend{color:var(--muted);font-size:13px}
svg{display:block;width:100%;height:auto;margin-top:8px}svg text{fill:var(--muted);font-size:12px;font-variant-numeric:tabular-nums}svg .grid{stroke:var(--line)}svg path{fill:none;stroke-width:2;stroke-linejoin:round}
.legend{display:flex;gap:16px;margin:8px 0 0}.legend i{display:inline-block;width:12px;height:3px;border-radius:2px;margin-right:6px;vertical-align:middle}
.wide{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:8px}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;white-space:nowrap}th,td{padding:7px 12px;text-align:right;border-top:1px solid var(--line)}th:first-child{text-align:left;font-weight:500}thead th{border-top:0;color:var(--muted);font-size:13px;font-weight:500}
.bar{display:block;height:3px;border-radius:2px;background:var(--second);margin:3px 0 0 auto}code{font-size:13px}li{margin:4px 0}
`)
