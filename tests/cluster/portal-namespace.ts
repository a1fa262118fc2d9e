import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cluster } from '@portal/deploy/cluster/start-cluster'

const listed =
  'pods,services,deployments,statefulsets,jobs,cronjobs,secrets,configmaps,serviceaccounts,roles,rolebindings,networkpolicies,persistentvolumeclaims,poddisruptionbudgets,horizontalpodautoscalers,ingresses,httproutes'
const ofEveryNamespace = ['configmap/kube-root-ca.crt', 'serviceaccount/default']

/** A namespace of a cluster that enforces the restricted standard, with what runs in it. */
export interface PortalNamespace {
  kubectl(...args: readonly string[]): Promise<string>
  helm(...args: readonly string[]): Promise<string>
  /** Its objects as `kind/name`, without those of every namespace. */
  objects(): Promise<string[]>
  /** Values of a Secret. */
  secret(name: string): Promise<Readonly<Record<string, string>>>
  podsThatDoNotRun(): Promise<string[]>
  /** Of its parts, those that serve. */
  runningPods(): Promise<string[]>
  /** How many pods of each Deployment serve, by its name. */
  serving(): Promise<Readonly<Record<string, number>>>
  /** For the message of an installation that failed. */
  whatIsWrong(): Promise<string>
}

export async function makeNamespace(cluster: Cluster, name: string): Promise<PortalNamespace> {
  await cluster.kubectl('create', 'namespace', name)
  const standard = 'pod-security.kubernetes.io'
  const labels = [`${standard}/enforce=restricted`, `${standard}/enforce-version=latest`]
  await cluster.kubectl('label', 'namespace', name, ...labels)
  const kubectl = (...args: readonly string[]) => cluster.kubectl('--namespace', name, ...args)
  const read = async (...args: readonly string[]) => JSON.parse(await kubectl(...args, '--output', 'json'))
  return {
    kubectl,
    helm: (...args) => cluster.helm('--namespace', name, ...args),
    objects: async () => {
      const names = (await kubectl('get', listed, '--output', 'name')).split('\n')
      return names.filter((one) => one !== '' && !ofEveryNamespace.includes(one)).sort()
    },
    secret: async (secret) => {
      const { data }: { data: Record<string, string> } = await read('get', 'secret', secret)
      return Object.fromEntries(
        Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]),
      )
    },
    podsThatDoNotRun: async () => {
      const { items }: { items: Pod[] } = await read('get', 'pods')
      return items.filter(({ status }) => status.phase !== 'Running').map(({ metadata }) => metadata.name)
    },
    runningPods: async () => {
      const { items }: { items: Pod[] } = await read('get', 'pods', '--selector', ofParts)
      return items.filter(isReady).map(({ metadata }) => metadata.name)
    },
    serving: async () => {
      const { items }: { items: Deployment[] } = await read('get', 'deployments')
      return Object.fromEntries(
        items.map(({ metadata, status }) => [metadata.name, status.readyReplicas ?? 0]),
      )
    },
    whatIsWrong: async () => {
      const events = (await kubectl('get', 'events', '--sort-by', '.lastTimestamp')).split('\n')
      const ours = ['--selector', ofParts]
      const logs = await kubectl('logs', ...ours, '--all-containers', '--tail', '8', '--prefix').catch(String)
      // Of responses that failed, the reason: other lines have pushed it out of the last ones.
      const whole = await kubectl('logs', ...ours, '--all-containers', '--tail', '-1', '--prefix').catch(
        String,
      )
      const failed = whole.split('\n').filter((line) => /"status":5\d\d/.test(line))
      const parts = [await kubectl('get', 'pods'), events.slice(-40).join('\n'), logs]
      return [...parts, failed.slice(-40).join('\n')].join('\n\n')
    },
  }
}

const ofParts = 'app.kubernetes.io/part-of=portal'

interface Pod {
  readonly metadata: { readonly name: string; readonly deletionTimestamp?: string }
  readonly status: {
    readonly phase: string
    readonly conditions?: readonly { readonly type: string; readonly status: string }[]
  }
}

interface Deployment {
  readonly metadata: { readonly name: string }
  readonly status: { readonly readyReplicas?: number }
}

const isReady = ({ metadata, status: { conditions = [] } }: Pod) =>
  metadata.deletionTimestamp === undefined &&
  conditions.some(({ type, status }) => type === 'Ready' && status === 'True')

/** What a provisioner does elsewhere: a folder of the node, which any account may write. */
export async function offerVolume(cluster: Cluster, name: string, mode = 'ReadWriteOnce'): Promise<void> {
  const path = join(cluster.folder, name)
  await mkdir(path)
  await chmod(path, 0o777)
  const spec = { capacity: { storage: '20Gi' }, accessModes: [mode], hostPath: { path } }
  await cluster.apply([{ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name }, spec }])
}
