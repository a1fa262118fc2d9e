/** A metric as a query names it, with the labels that it is chosen by. */
interface NamedMetric {
  readonly metric: string
  readonly labels: readonly string[]
}

/** The metrics of the portal and of kube-state-metrics in a PromQL expression. */
export function metricsIn(expression: string): NamedMetric[] {
  return [...expression.matchAll(/\b((?:portal|kube)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, metric = '', matchers = '']) => ({
      metric,
      labels: [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = '']) => label),
    }),
  )
}

/** Labels that a PromQL expression groups by. */
export function groupedBy(expression: string): string[] {
  return [...expression.matchAll(/\b(?:by|on|without|ignoring)\s*\(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(',').map((label) => label.trim()),
  )
}
