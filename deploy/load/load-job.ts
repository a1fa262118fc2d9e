import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { filesBelow } from '@portal/build/file-tree'
import { k6Options } from './k6-options.ts'
import { loadRoutes } from './load-routes.ts'
import type { LoadPlan } from './plan.ts'
import type { Profile } from './profiles.ts'
import { k6Version } from './run-k6.ts'

/** The image of k6's makers, and its account. */
export const k6Image = `grafana/k6:${k6Version.slice(1)}`
const uid = 12_345
const metadata = { name: 'portal-load' }

/** What a load needs to run as a Job of a cluster. */
export interface LoadJob {
  readonly profile: Profile
  /** The portal's public address. */
  readonly address: string
  /** Where hosts with their ports lead to from within, if not where the cluster's names say. */
  readonly hosts?: Readonly<Record<string, string>>
}

/**
 * A load as a Job of Kubernetes, with its script in a ConfigMap. It completes if all limits are
 * kept, and logs k6's summary. The Secret `portal-load` holds the operator's login.
 */
export async function loadJob({ profile, address, hosts }: LoadJob): Promise<readonly object[]> {
  const routes = loadRoutes()
  const plan: LoadPlan = {
    ...{ address, routes, organizations: profile.organizations, employees: profile.employees },
    options: { ...k6Options({ profile, routes, hasBrowser: false }), ...(hosts && { hosts }) },
  }
  const script = await filesBelow(join(import.meta.dirname, 'script'))
  const paths = ['scenarios.ts', ...script.map((file) => `script/${file}`)]
  const texts = await Promise.all(paths.map((path) => readFile(join(import.meta.dirname, path), 'utf8')))
  const data = Object.fromEntries(paths.map((path, index) => [basename(path), texts[index]]))
  const items = [...paths, 'plan.json'].map((path) => ({ key: basename(path), path }))
  return [
    { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { ...data, 'plan.json': JSON.stringify(plan) } },
    {
      ...{ apiVersion: 'batch/v1', kind: 'Job', metadata },
      spec: { backoffLimit: 0, template: { spec: podWith(items) } },
    },
  ]
}

function podWith(items: readonly object[]): object {
  return {
    restartPolicy: 'Never',
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, runAsUser: uid, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [
      {
        name: 'k6',
        image: k6Image,
        args: ['run', '--no-usage-report', '--quiet', '--address', '', '/load/script/portal-load.ts'],
        env: [{ name: 'LOAD_PLAN', value: '/load/plan.json' }],
        envFrom: [{ secretRef: metadata }],
        resources: { requests: { cpu: '100m', memory: '256Mi' }, limits: { memory: '1Gi' } },
        securityContext: {
          ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
          capabilities: { drop: ['ALL'] },
        },
        volumeMounts: [{ name: 'load', mountPath: '/load', readOnly: true }],
      },
    ],
    volumes: [{ name: 'load', configMap: { ...metadata, items } }],
  }
}
