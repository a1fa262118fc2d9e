import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import type { DeclaredMetric } from '@portal/telemetry/metrics'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { readAlertRules } from './alert-rules.ts'
import { dashboards } from './dashboards.ts'
import { exportedMetrics } from './exported-metrics.fixture.ts'
import { groupedBy, metricsIn } from './named-in-query.fixture.ts'
import { grafanaJson } from './panels.ts'

const folder = join(workspaceRoot, 'charts', 'portal', 'telemetry', 'dashboards')
const rules = await readAlertRules()

/** Of kube-state-metrics, since a backup is a Job of the cluster that nobody scrapes. */
const ofTheCluster = ['kube_cronjob_status_last_schedule_time', 'kube_cronjob_status_last_successful_time']

let exported: ReadonlyMap<string, readonly string[]>

beforeAll(async () => {
  const metrics = await exportedMetrics()
  const others = ofTheCluster.map((name) => [name, ['namespace', 'cronjob']] as const)
  exported = new Map([...metrics.flatMap(samplesOf), ...others])
})

/** The names of a metric's samples, each with its labels. */
function samplesOf({ name, type, labels }: DeclaredMetric): [string, readonly string[]][] {
  // `service` is the part's, `namespace` is added by those who scrape a cluster.
  const all = [...labels, 'service', 'namespace']
  if (type !== 'histogram') return [[name, all]]
  return [
    [`${name}_bucket`, [...all, 'le']],
    [`${name}_sum`, all],
    [`${name}_count`, all],
  ]
}

/** Names in the query that no part exports, as a sentence each. */
function unknownIn(query: string): string[] {
  const named = metricsIn(query)
  const labels = new Set(named.flatMap(({ metric }) => exported.get(metric) ?? []))
  return [
    ...(named.length === 0 ? [`no metric of the portal in ${query}`] : []),
    ...named.filter(({ metric }) => !exported.has(metric)).map(({ metric }) => `no metric ${metric}`),
    ...named.flatMap((one) =>
      one.labels
        .filter((label) => exported.get(one.metric)?.includes(label) !== true)
        .map((label) => `no label ${label} of ${one.metric}`),
    ),
    ...groupedBy(query)
      .filter((label) => !labels.has(label))
      .map((label) => `nothing has the label ${label} in ${query}`),
  ]
}

/** Labels in the text that the query does not keep. */
function missingLabels(text: string, query: string, form: RegExp): string[] {
  const kept = new Set(groupedBy(query))
  return [...text.matchAll(form)].map(([, label = '']) => label).filter((label) => !kept.has(label))
}

it('knows a name that is wrong', () => {
  expect(unknownIn('sum by (kind) (portal_outbox_event{a="b"}) / portal_event_lag{consumers!="x"}')).toEqual([
    'no metric portal_outbox_event',
    'no label a of portal_outbox_event',
    'no label consumers of portal_event_lag',
    expect.stringMatching(/^nothing has the label kind/),
  ])
  expect(unknownIn('rate(portal_request_duration_seconds[5m])')).toEqual([
    'no metric portal_request_duration_seconds',
  ])
})

describe.each(rules)('the alert $alert', ({ alert, expr, annotations }) => {
  it('looks at what is exported, and names what it has', () => {
    expect(unknownIn(expr)).toEqual([])
    expect(missingLabels(annotations.summary, expr, /\$labels\.(\w+)/g)).toEqual([])
  })

  it('has a runbook', async () => {
    const text = await readFile(join(workspaceRoot, annotations.runbook), 'utf8')
    expect(text).toMatch(new RegExp(`^# ${alert}\n`))
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    expect(headings).toEqual(['What people notice', 'How to confirm it', 'What to do', 'When it is over'])
  })
})

it('has no runbook without an alert, and no alert twice', async () => {
  const files = (await readdir(join(workspaceRoot, 'docs', 'runbooks'))).map(
    (file) => `docs/runbooks/${file}`,
  )
  expect(rules.map(({ annotations }) => annotations.runbook).sort()).toEqual(files.sort())
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
})

const Imported = z.object({
  uid: z.string().min(1),
  title: z.string().min(1),
  schemaVersion: z.number().int(),
  templating: z.object({ list: z.array(z.object({ name: z.string() })) }),
  panels: z.array(
    z.object({
      id: z.number().int(),
      type: z.string(),
      title: z.string().min(1),
      gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
      targets: z.array(z.object({ refId: z.string(), expr: z.string(), legendFormat: z.string() })).min(1),
    }),
  ),
})

describe.each(Object.entries(dashboards))('the dashboard %s', (name, dashboard) => {
  const file = join(folder, `${name}.json`)

  it('is what the chart holds (vitest -u writes it)', async () => {
    await expect(grafanaJson(dashboard)).toMatchFileSnapshot(file)
  })

  it('has panels, each with an id and queries of what is exported', async () => {
    const { panels } = Imported.parse(JSON.parse(await readFile(file, 'utf8')))
    expect(panels.length).toBeGreaterThan(0)
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    expect(new Set(panels.map(({ gridPos }) => `${gridPos.x} ${gridPos.y}`)).size).toBe(panels.length)
    for (const { targets } of panels) {
      expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length)
      for (const { expr, legendFormat } of targets) {
        expect(unknownIn(expr)).toEqual([])
        expect(missingLabels(legendFormat, expr, /\{\{(\w+)\}\}/g)).toEqual([])
      }
    }
  })
})

const Scaler = z.object({
  kind: z.literal('HorizontalPodAutoscaler'),
  spec: z.object({
    scaleTargetRef: z.object({ name: z.string() }),
    metrics: z.array(
      z.object({
        external: z
          .object({
            metric: z.object({
              name: z.string(),
              selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
            }),
          })
          .optional(),
      }),
    ),
  }),
})

describe('what scalers of the production profile ask for', () => {
  it('is exported by the very part, by its own label', async () => {
    const rendered = await readFile(
      join(workspaceRoot, 'charts', 'portal', 'golden', 'production.yaml'),
      'utf8',
    )
    const objects = parseAllDocuments(rendered).map((document): unknown => document.toJS())
    const scalers = objects.flatMap((object) => Scaler.safeParse(object).data ?? [])
    const asked = scalers.flatMap(({ spec }) =>
      spec.metrics.flatMap(({ external }) =>
        external ? [{ part: spec.scaleTargetRef.name, ...external.metric }] : [],
      ),
    )
    expect(asked.map(({ part }) => part)).toEqual(
      ['analytics', 'chat', 'documents', 'master-admin'].map((part) => `portal-${part}`),
    )
    for (const { part, name, selector } of asked) {
      const labels = Object.entries(selector.matchLabels).map(([label, value]) => `${label}="${value}"`)
      expect(unknownIn(`${name}{${labels}}`)).toEqual([])
      expect(selector.matchLabels).toEqual({ service: part.replace('portal-', '') })
    }
  })

  it('is what docs/operate.md has an adapter and KEDA ask Prometheus for', async () => {
    const text = await readFile(join(workspaceRoot, 'docs', 'operate.md'), 'utf8')
    const [series] = /(?<=seriesQuery: ').+(?='\n)/.exec(text) ?? []
    const [adapted] = /(?<=metricsQuery: ').+(?='\n)/.exec(text) ?? []
    const [asked] = /(?<=^ +query: ).+$/m.exec(text) ?? []
    const [name] = /(?<=name: \{ as: )\w+/.exec(text) ?? []
    expect(name).toBe('portal_event_lag')
    const queries = [
      series,
      adapted?.replace('<<.Series>>', `${name}`).replace('<<.LabelMatchers>>', ''),
      asked,
    ]
    expect(queries.map((query) => unknownIn(query ?? ''))).toEqual([[], [], []])
  })
})

it('has no dashboard file that is not described, and no address twice', async () => {
  const names = Object.keys(dashboards)
  expect((await readdir(folder)).sort()).toEqual(names.map((name) => `${name}.json`).sort())
  expect(new Set(Object.values(dashboards).map(({ uid }) => uid)).size).toBe(names.length)
})
