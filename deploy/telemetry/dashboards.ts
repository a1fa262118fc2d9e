import type { Dashboard, Panel } from './panels.ts'

const rate = (metric: string) => `rate(${metric}[$__rate_interval])`
const quantile = (share: number, by: string, buckets: string) =>
  `histogram_quantile(${share}, sum by (${by}, le) (${rate(buckets)}))`
const most = (expression: string) => `topk(10, ${expression})`

const requests = 'portal_request_duration_seconds'
const jobs = 'portal_job_duration_seconds'
const handling = 'portal_event_handling_duration_seconds'
const calls = 'portal_engine_call_duration_seconds'

const gatewayQuantile = (share: number) =>
  quantile(share, 'namespace', `${requests}_bucket{service="gateway"}`)
const askQuantile = (share: number) =>
  quantile(share, 'namespace', `${requests}_bucket{service="chat",route=~"POST /api/chat(/stream)?"}`)

const requestPanels: readonly Panel[] = [
  {
    ...{ title: 'Requests', unit: 'reqps' },
    series: { '{{service}}': `sum by (service) (${rate(`${requests}_count`)})` },
  },
  {
    ...{ title: 'Share of failed and refused requests at the gateway', unit: 'percentunit' },
    series: {
      failed: `sum(${rate(`${requests}_count{service="gateway",status=~"5.."}`)}) / sum(${rate(`${requests}_count{service="gateway"}`)})`,
      refused: `sum(${rate(`${requests}_count{service="gateway",status=~"4.."}`)}) / sum(${rate(`${requests}_count{service="gateway"}`)})`,
    },
  },
  {
    ...{ title: 'Duration at the gateway, streams included', unit: 's' },
    series: { p50: gatewayQuantile(0.5), p95: gatewayQuantile(0.95), p99: gatewayQuantile(0.99) },
  },
  {
    ...{ title: 'Parts by version', unit: 'short' },
    series: { '{{service}} {{version}}': 'count by (service, version) (portal_build_info)' },
  },
  {
    ...{ title: 'Routes with most requests', unit: 'reqps' },
    series: {
      '{{route}}': most(`sum by (route) (${rate(`${requests}_count{service="gateway"}`)})`),
    },
  },
  {
    ...{ title: 'Slowest routes, p95 of the parts behind the gateway', unit: 's' },
    series: {
      '{{service}} {{route}}': most(
        quantile(0.95, 'service, route', `${requests}_bucket{service!="gateway"}`),
      ),
    },
  },
  {
    ...{ title: 'Failed requests by route', unit: 'reqps' },
    series: {
      '{{service}} {{route}} {{status}}': most(
        `sum by (service, route, status) (${rate(`${requests}_count{status=~"5.."}`)})`,
      ),
    },
  },
  {
    ...{ title: 'Requests above a limit (429), by route', unit: 'reqps' },
    series: {
      '{{route}}': most(`sum by (route) (${rate(`${requests}_count{service="gateway",status="429"}`)})`),
    },
  },
]

const eventPanels: readonly Panel[] = [
  {
    ...{ title: 'Events that wait to be published', unit: 'short' },
    series: { '{{service}}': 'max by (service) (portal_outbox_events)' },
  },
  {
    ...{ title: 'Age of the oldest of them', unit: 's' },
    series: { '{{service}}': 'max by (service) (portal_outbox_oldest_seconds)' },
  },
  {
    ...{ title: 'Events that a consumer group has not handled', unit: 'short' },
    series: { '{{consumer}} of {{topic}}': 'max by (consumer, topic) (portal_event_lag)' },
  },
  {
    ...{ title: 'Dead letters, and events that wait behind them', unit: 'short' },
    series: { '{{consumer}} {{state}}': 'max by (consumer, state) (portal_dead_letters)' },
  },
  {
    ...{ title: 'Events published', unit: 'ops' },
    series: { '{{type}}': most(`sum by (type) (${rate('portal_events_published_total')})`) },
  },
  {
    ...{ title: 'Deliveries of events', unit: 'ops' },
    series: { '{{consumer}} {{outcome}}': `sum by (consumer, outcome) (${rate(`${handling}_count`)})` },
  },
  {
    ...{ title: 'Handling of an event, p95', unit: 's' },
    series: { '{{consumer}}': quantile(0.95, 'consumer', `${handling}_bucket`) },
  },
  {
    ...{ title: 'Jobs that are due', unit: 'short' },
    series: { '{{service}} {{kind}}': 'max by (service, kind) (portal_jobs_due)' },
  },
  {
    ...{ title: 'How long the oldest job has been due', unit: 's' },
    series: { '{{service}} {{kind}}': 'max by (service, kind) (portal_jobs_oldest_seconds)' },
  },
  {
    ...{ title: 'Runs of jobs', unit: 'ops' },
    series: { '{{kind}} {{outcome}}': `sum by (kind, outcome) (${rate(`${jobs}_count`)})` },
  },
]

const answerPanels: readonly Panel[] = [
  {
    ...{ title: 'Answers by outcome', unit: 'ops' },
    series: { '{{outcome}}': `sum by (outcome) (${rate('portal_answers_total')})` },
  },
  {
    ...{ title: 'Share of questions without an answer in the documents, of an hour', unit: 'percentunit' },
    series: {
      'no evidence':
        'sum(increase(portal_answers_total{outcome="no_evidence"}[1h])) / sum(increase(portal_answers_total[1h]))',
    },
  },
  {
    ...{ title: 'Share of low ratings (1 and 2), of a day', unit: 'percentunit' },
    series: {
      low: 'sum(increase(portal_ratings_total{rating=~"1|2"}[1d])) / sum(increase(portal_ratings_total[1d]))',
    },
  },
  {
    ...{ title: 'From question to the head of the answer', unit: 's' },
    series: { p50: askQuantile(0.5), p95: askQuantile(0.95) },
  },
  {
    ...{ title: 'Ingestion: changes of state', unit: 'ops' },
    series: { '{{state}}': `sum by (state) (${rate('portal_ingestions_total')})` },
  },
  {
    ...{ title: 'Share of files that could not be read, of an hour', unit: 'percentunit' },
    series: {
      failed:
        'sum(increase(portal_ingestions_total{state="failed"}[1h])) / sum(increase(portal_ingestions_total{state=~"ready|failed"}[1h]))',
    },
  },
  {
    ...{ title: 'Reading and indexing: a run of the job, p95', unit: 's' },
    series: {
      '{{kind}}': quantile(0.95, 'kind', `${jobs}_bucket{kind=~"read-version|index-document"}`),
    },
  },
  {
    ...{ title: 'Documents that wait to be read or indexed', unit: 'short' },
    series: {
      '{{kind}}': 'max by (kind) (portal_jobs_due{kind=~"read-version|index-document"})',
    },
  },
]

const enginePanels: readonly Panel[] = [
  {
    ...{ title: 'Calls', unit: 'ops' },
    series: { '{{service}} {{engine}}': `sum by (service, engine) (${rate(`${calls}_count`)})` },
  },
  {
    ...{ title: 'Calls that did not go well', unit: 'ops' },
    series: {
      '{{service}} {{engine}} {{outcome}}': `sum by (service, engine, outcome) (${rate(`${calls}_count{outcome!="ok"}`)})`,
    },
  },
  {
    ...{ title: 'Slowest calls, p95', unit: 's' },
    series: { '{{engine}} {{call}}': most(quantile(0.95, 'engine, call', `${calls}_bucket`)) },
  },
  {
    ...{ title: 'Share of calls of engines that are away', unit: 'percentunit' },
    series: {
      '{{service}} {{engine}}': `sum by (service, engine) (${rate(`${calls}_count{outcome=~".*Unavailable"}`)}) / sum by (service, engine) (${rate(`${calls}_count`)})`,
    },
  },
]

/** The dashboards, by the names of their files in `charts/portal/telemetry/dashboards`. */
export const dashboards: Readonly<Record<string, Dashboard>> = {
  requests: { uid: 'portal-requests', title: 'Portal: requests', panels: requestPanels },
  events: { uid: 'portal-events', title: 'Portal: events and jobs', panels: eventPanels },
  answers: { uid: 'portal-answers', title: 'Portal: answers and ingestion', panels: answerPanels },
  engines: { uid: 'portal-engines', title: 'Portal: engines', panels: enginePanels },
}
