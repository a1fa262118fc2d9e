/** What a panel shows over time. */
export interface Panel {
  readonly title: string
  /** Of Grafana (https://grafana.com/docs/grafana/latest/panels-visualizations/configure-standard-options). */
  readonly unit: 'reqps' | 'ops' | 's' | 'percentunit' | 'short'
  /** PromQL by its legend. `portal_…` is narrowed to the chosen namespace. */
  readonly series: Readonly<Record<string, string>>
}

/** Panels below one another, two in a row. */
export interface Dashboard {
  readonly uid: string
  readonly title: string
  readonly panels: readonly Panel[]
}

const source = { type: 'prometheus', uid: '$datasource' }
const panelWidth = 12
const panelHeight = 8

/** A dashboard as Grafana imports it: JSON with a data source and a namespace to choose. */
export function grafanaJson({ uid, title, panels }: Dashboard): string {
  const dashboard = {
    ...{ uid, title, tags: ['portal'], schemaVersion: 39, version: 1, editable: true },
    ...{ refresh: '30s', time: { from: 'now-6h', to: 'now' }, timezone: 'browser' },
    annotations: { list: [] },
    links: [{ type: 'dashboards', tags: ['portal'], title: 'Portal', asDropdown: false, keepTime: true }],
    templating: { list: [dataSourceChoice, namespaceChoice] },
    panels: panels.map(grafanaPanel),
  }
  return `${JSON.stringify(dashboard, null, 2)}\n`
}

const dataSourceChoice = {
  ...{ name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' },
  ...{ current: {}, hide: 0, refresh: 1 },
}

const namespaceChoice = {
  ...{ name: 'namespace', label: 'Namespace', type: 'query', datasource: source },
  ...{ definition: 'label_values(portal_build_info, namespace)', refresh: 2, hide: 0, sort: 1 },
  query: { query: 'label_values(portal_build_info, namespace)', refId: 'namespace' },
  // Without Kubernetes there is no such label, and an empty one is matched too.
  ...{ includeAll: true, allValue: '.*', multi: false, current: { text: 'All', value: '$__all' } },
}

function grafanaPanel({ title, unit, series }: Panel, at: number) {
  const position = { x: (at % 2) * panelWidth, y: Math.floor(at / 2) * panelHeight }
  return {
    ...{ id: at + 1, type: 'timeseries', title, datasource: source },
    gridPos: { ...position, w: panelWidth, h: panelHeight },
    fieldConfig: {
      defaults: { unit, min: 0, custom: { drawStyle: 'line', lineWidth: 1, fillOpacity: 10 } },
      overrides: [],
    },
    options: {
      legend: { showLegend: true, displayMode: 'list', placement: 'bottom', calcs: [] },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
    targets: Object.entries(series).map(([legendFormat, expr], index) => ({
      ...{ refId: String.fromCharCode('A'.charCodeAt(0) + index), datasource: source },
      ...{ expr: ofNamespace(expr), legendFormat, range: true },
    })),
  }
}

/** The same query, of the chosen namespace. */
function ofNamespace(expression: string): string {
  return expression.replace(/\b(portal_\w+)(\{)?/g, (_, metric: string, brace?: string) =>
    brace ? `${metric}{namespace=~"$namespace",` : `${metric}{namespace=~"$namespace"}`,
  )
}
