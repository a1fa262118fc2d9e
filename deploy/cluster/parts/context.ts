import { join } from 'node:path'
import { type ClusterOrder, clusterFiles } from '../cluster-order.ts'
import { feedTool, runTool, untilDone } from './run-tool.ts'

/** What the parts of one cluster share. */
export interface ClusterContext {
  readonly order: ClusterOrder
  /** Path of a key, certificate or kubeconfig. */
  keys(name: string): string
  /** Resolves once the command succeeds, as the cluster's administrator. */
  kubectl(...args: readonly string[]): Promise<void>
  /** Applies objects. */
  apply(objects: readonly object[]): Promise<void>
}

export function clusterContext(order: ClusterOrder): ClusterContext {
  const program = join(order.programs.kubernetes, 'kubectl')
  const asAdmin = ['--kubeconfig', clusterFiles(order.folder).kubeconfig]
  return {
    order,
    keys: (name) => join(order.folder, 'keys', name),
    kubectl: (...args) => untilDone(() => runTool(program, [...asAdmin, ...args])),
    apply: (objects) => {
      const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects })
      return feedTool(program, [...asAdmin, 'apply', '--filename', '-'], list)
    },
  }
}
