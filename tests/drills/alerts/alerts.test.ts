import { readFile } from 'node:fs/promises'
import { alertRulesFile, readAlertRules } from '@portal/deploy/telemetry/alert-rules'
import { expect, it } from 'vitest'
import { quickenedRules } from './quickened-rules.ts'
import { stages } from './troubles.ts'

it('each alert has a trouble in the drill, and no trouble lacks its alert', async () => {
  const drilled = Object.values(stages).flatMap((troubles) => troubles.map(({ alert }) => alert))
  const rules = await readAlertRules()
  expect(drilled.sort()).toEqual(rules.map(({ alert }) => alert).sort())
})

it('in the drill time passes more quickly, and nothing else differs', async () => {
  expect(quickenedRules('rate(a[5m]) > 0.02\nfor: 1h\nmax(portal_jobs_oldest_seconds) > 900')).toBe(
    'rate(a[20s]) > 0.02\nfor: 240s\nmax(portal_jobs_oldest_seconds) > 60',
  )
  const rules = await readFile(alertRulesFile, 'utf8')
  expect(quickenedRules(rules)).not.toMatch(/(\[|for: )\d+[mhd]/)
})
