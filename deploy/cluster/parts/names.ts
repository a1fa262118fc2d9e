import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { network } from '../cluster-order.ts'
import type { ClusterContext } from './context.ts'
import type { Part } from './start-part.ts'

const role = 'portal-dns'

/** CoreDNS, which answers for Services and knows no other name. */
export async function clusterNames({ order, keys, apply }: ClusterContext): Promise<Part> {
  const rights = { apiVersion: 'rbac.authorization.k8s.io/v1', metadata: { name: role } }
  const user = { kind: 'User', name: 'portal:dns', apiGroup: 'rbac.authorization.k8s.io' }
  const verbs = ['list', 'watch']
  await apply([
    {
      ...rights,
      kind: 'ClusterRole',
      rules: [
        { apiGroups: [''], resources: ['services', 'pods', 'namespaces'], verbs },
        { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs },
      ],
    },
    {
      ...rights,
      kind: 'ClusterRoleBinding',
      roleRef: { kind: 'ClusterRole', name: role, apiGroup: 'rbac.authorization.k8s.io' },
      subjects: [user],
    },
  ])
  const settings = join(order.folder, 'Corefile')
  await writeFile(settings, corefile(keys('dns.kubeconfig')))
  return { name: 'coredns', program: join(order.programs.coredns, 'coredns'), args: ['-conf', settings] }
}

function corefile(kubeconfig: string): string {
  return `.:53 {
  bind ${network.nodeAddress}
  errors
  ready 127.0.0.1:8181
  kubernetes cluster.local in-addr.arpa {
    kubeconfig ${kubeconfig} portal
    ttl 1
  }
  cache 1
  template ANY ANY {
    rcode NXDOMAIN
  }
}
`
}
