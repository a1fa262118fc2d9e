import { join } from 'node:path'
import { z } from 'zod'

/** What the program inside the cluster's namespaces gets as JSON in its first argument. */
export const ClusterOrder = z.object({
  /** Its files, of which nothing is kept. */
  folder: z.string(),
  /** Of kubelet's cgroups, below each controller's root. */
  cgroup: z.string(),
  programs: z.object({
    kubernetes: z.string(),
    etcd: z.string(),
    coredns: z.string(),
    pause: z.string(),
    metricsServer: z.string(),
    contour: z.string(),
    gatewayApi: z.string(),
    envoy: z.string(),
    helm: z.string(),
  }),
})
export type ClusterOrder = z.infer<typeof ClusterOrder>

export type ClusterPrograms = ClusterOrder['programs']

/** Files of a running cluster that are used from outside. */
export const clusterFiles = (folder: string) => ({
  kubeconfig: join(folder, 'keys', 'admin.kubeconfig'),
  containerd: join(folder, 'containerd.sock'),
  ingress: join(folder, 'ingress.sock'),
  logs: join(folder, 'logs'),
})

/** Printed once pods can run and the ingress answers. */
export const readyLine = 'The cluster is ready.'

/** Addresses within the cluster's own network. */
export const network = {
  node: 'node-1',
  nodeAddress: '10.244.0.1',
  pods: '10.244.0.0/24',
  services: '10.96.0.0/16',
  apiService: '10.96.0.1',
  apiPort: 6443,
  usagePort: 4443,
  ingressPort: 8080,
} as const
