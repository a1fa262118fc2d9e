import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { parse } from 'yaml'
import { z } from 'zod'

/** Prometheus' rules of alerting, which the chart installs too. */
export const alertRulesFile = join(workspaceRoot, 'charts', 'portal', 'telemetry', 'alerts.yaml')

const Rule = z.strictObject({
  alert: z.string().regex(/^Portal([A-Z][a-z]+)+$/),
  expr: z.string(),
  for: z.string().regex(/^\d+[mh]$/),
  labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
  annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
})
type AlertRule = z.infer<typeof Rule>

const Rules = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string(), rules: z.array(Rule) })),
})

export async function readAlertRules(): Promise<AlertRule[]> {
  const { groups } = Rules.parse(parse(await readFile(alertRulesFile, 'utf8')))
  return groups.flatMap(({ rules }) => rules)
}
