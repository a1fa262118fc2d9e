import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { network } from '../cluster-order.ts'
import type { ClusterContext } from './context.ts'
import { usageService } from './keys.ts'
import type { Part } from './start-part.ts'

const usageApi = 'v1beta1.metrics.k8s.io'
const rbac = 'rbac.authorization.k8s.io'
const subjects = [{ kind: 'User', name: 'portal:usage', apiGroup: rbac }]

/** metrics-server, from which horizontal scalers know how much of a processor pods use. */
export async function usage({ order, keys, kubectl, apply }: ClusterContext): Promise<Part> {
  await apply([...rights, ...served(await readFile(keys('ca.crt'), 'base64'))])
  const asSelf = keys('usage.kubeconfig')
  return {
    name: 'metrics-server',
    program: join(order.programs.metricsServer, 'metrics-server'),
    args: [
      ...['--kubeconfig', asSelf, '--authentication-kubeconfig', asSelf],
      ...['--authorization-kubeconfig', asSelf, '--metric-resolution=15s'],
      ...[`--bind-address=${network.nodeAddress}`, `--secure-port=${network.usagePort}`],
      ...[`--tls-cert-file=${keys('usage.crt')}`, `--tls-private-key-file=${keys('usage.key')}`],
      ...[`--kubelet-certificate-authority=${keys('ca.crt')}`],
      '--kubelet-preferred-address-types=InternalIP',
    ],
    // An API that is announced and does not answer makes lists of kinds fail.
    untilReady: () => kubectl('wait', '--for=condition=Available', `apiservice/${usageApi}`, '--timeout=1s'),
  }
}

/** As metrics-server's own manifests give them. */
const rights = [
  {
    apiVersion: `${rbac}/v1`,
    kind: 'ClusterRole',
    metadata: { name: 'portal-usage' },
    rules: [
      { apiGroups: [''], resources: ['nodes/metrics'], verbs: ['get'] },
      { apiGroups: [''], resources: ['pods', 'nodes'], verbs: ['get', 'list', 'watch'] },
    ],
  },
  ...['portal-usage', 'system:auth-delegator'].map((role) => ({
    apiVersion: `${rbac}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: `portal-usage-${role.replaceAll(':', '-')}` },
    roleRef: { kind: 'ClusterRole', name: role, apiGroup: rbac },
    subjects,
  })),
  {
    apiVersion: `${rbac}/v1`,
    kind: 'RoleBinding',
    metadata: { name: 'portal-usage', namespace: 'kube-system' },
    roleRef: { kind: 'Role', name: 'extension-apiserver-authentication-reader', apiGroup: rbac },
    subjects,
  },
]

/** It runs on the node, not as a pod: its Service has no selector, and its address stands here. */
const served = (caBundle: string) => [
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: usageService,
    spec: { ports: [{ name: 'https', port: 443, targetPort: network.usagePort }] },
  },
  {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { ...usageService, labels: { 'kubernetes.io/service-name': usageService.name } },
    addressType: 'IPv4',
    ports: [{ name: 'https', port: network.usagePort }],
    endpoints: [{ addresses: [network.nodeAddress], conditions: { ready: true } }],
  },
  {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: usageApi },
    spec: {
      ...{ group: 'metrics.k8s.io', version: 'v1beta1' },
      ...{ groupPriorityMinimum: 100, versionPriority: 100, caBundle },
      service: usageService,
    },
  },
]
