import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@portal/adapters/embedded-postgres/free-port'
import { leashed } from '@portal/adapters/processes/leashed'
import { toolsOf } from '@portal/deploy/engines/install/tools'
import { alertRulesFile } from '@portal/deploy/telemetry/alert-rules'
import { prometheusProgram } from '@portal/deploy/telemetry/prometheus-program'
import { expect, vi } from 'vitest'
import { z } from 'zod'
import { quickenedRules } from './quickened-rules.ts'

// https://prometheus.io/docs/prometheus/latest/querying/api
const Alerts = z.object({
  data: z.object({
    alerts: z.array(z.object({ labels: z.object({ alertname: z.string() }), state: z.string() })),
  }),
})
const Targets = z.object({
  data: z.object({ activeTargets: z.array(z.object({ health: z.string(), lastError: z.string() })) }),
})

/** Addresses, and the labels that are added where they are scraped. */
interface ScrapeTargets {
  readonly targets: readonly string[]
  readonly labels?: Readonly<Record<string, string>>
}

/** A real Prometheus that scrapes these addresses and evaluates the portal's rules. */
export interface Prometheus extends AsyncDisposable {
  /** Names of the alerts that fire. */
  firing(): Promise<string[]>
  /** What is wrong with each target; empty where it is scraped. */
  troubles(): Promise<string[]>
}

export async function startPrometheus(scraped: readonly ScrapeTargets[]): Promise<Prometheus> {
  await using undo = new AsyncDisposableStack()
  const program = await prometheusProgram(toolsOf(process.env), console.log)
  const folder = await mkdtemp(join(tmpdir(), 'portal-prometheus-'))
  undo.defer(() => rm(folder, { recursive: true, force: true }))
  const rules = join(folder, 'alerts.yaml')
  await writeFile(rules, quickenedRules(await readFile(alertRulesFile, 'utf8')))
  const configuration = join(folder, 'prometheus.yaml')
  await writeFile(configuration, JSON.stringify(configurationOf(scraped, rules)))
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const command = leashed(program, [
    ...[`--config.file=${configuration}`, `--storage.tsdb.path=${join(folder, 'data')}`],
    ...[`--web.listen-address=127.0.0.1:${port}`, '--log.level=warn'],
  ])
  const child = spawn(command.program, command.args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const said: string[] = []
  child.stderr.on('data', (chunk) => said.push(String(chunk)))
  const ended = once(child, 'exit')
  undo.defer(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const ask = async (path: string): Promise<unknown> => (await fetch(`${url}/api/v1/${path}`)).json()
  const ready = vi.waitFor(async () => expect((await fetch(`${url}/-/ready`)).status).toBe(200), {
    timeout: 60_000,
    interval: 200,
  })
  await Promise.race([
    ready,
    ended.then(() => Promise.reject(new Error(`Prometheus ended: ${said.join('')}`))),
  ])
  const running = undo.move()
  return {
    firing: async () => {
      const { data } = Alerts.parse(await ask('alerts'))
      return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname)
    },
    troubles: async () => {
      const { data } = Targets.parse(await ask('targets'))
      return data.activeTargets.map(({ health, lastError }) => (health === 'up' ? '' : health + lastError))
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** JSON is YAML too. Longer than what a part takes to give up on its database. */
function configurationOf(scraped: readonly ScrapeTargets[], rules: string) {
  const interval = { scrape_interval: '4s', scrape_timeout: '4s', evaluation_interval: '1s' }
  return {
    global: interval,
    rule_files: [rules],
    scrape_configs: [{ job_name: 'portal', static_configs: scraped }],
  }
}
