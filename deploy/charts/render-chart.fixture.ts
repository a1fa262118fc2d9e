import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { workspaceRoot } from '@portal/build/build-plan'
import { kubernetesVersion } from '../cluster/install/schemas.ts'

export const run = promisify(execFile)

/** The portal's chart, with a file of values for each profile. */
export const chart = join(workspaceRoot, 'charts', 'portal')
export const profiles = ['small', 'production'] as const
export type Profile = (typeof profiles)[number]

export const valuesOf = (profile: Profile) => ['--values', join(chart, `values-${profile}.yaml`)]

/** Arguments that set values, as `name=value`. */
export const set = (values: readonly string[]) => values.flatMap((value) => ['--set', value])

/** The objects of a profile as text. */
export async function renderChart(
  helm: string,
  profile: Profile,
  ...further: readonly string[]
): Promise<string> {
  const args = ['template', 'portal', chart, '--namespace', 'portal', '--kube-version', kubernetesVersion]
  const { stdout } = await run(helm, [...args, ...valuesOf(profile), ...further], { maxBuffer: 1 << 26 })
  return stdout
}

/** The chart of a remote that is released alone, and the values that it needs. */
export const remoteChart = join(workspaceRoot, 'charts', 'portal-remote')
export const remoteValues = set([
  ...['image.repository=portal/remote-chat', 'portal.address=http://portal-gateway:8080'],
  ...['portal.publicOrigin=https://portal.example.com', 'signingSecret=chat-team'],
])

/** Its objects as text. */
export async function renderRemote(helm: string): Promise<string> {
  return (await run(helm, ['template', 'chat', remoteChart, ...remoteValues])).stdout
}

/** What is off in both profiles, with the Prometheus Operator's objects. */
const offInBoth = [
  ...['ingress.enabled=true', 'gatewayApi.enabled=true', 'gatewayApi.parentRefs[0].name=public'],
  ...['annotations', 'podMonitor.enabled', 'rules.enabled', 'dashboards.enabled'].map(
    (name) => `telemetry.${name}=true`,
  ),
  'telemetry.traces.endpoint=http://collector.monitoring.svc:4318',
  'networkPolicy.metricsFrom[0].podSelector.matchLabels.app=prometheus',
  'parts.chat.autoscaling.enabled=true',
  'parts.chat.autoscaling.eventLag=500',
]

/** Everything that a profile may have: the small one keeps its stores within the portal. */
export const allOn: Readonly<Record<Profile, readonly string[]>> = {
  small: offInBoth,
  production: [...offInBoth, 'restore.enabled=true'],
}
