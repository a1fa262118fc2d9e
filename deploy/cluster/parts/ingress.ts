import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterFiles, network } from '../cluster-order.ts'
import { forward } from '../forward.ts'
import type { ClusterContext } from './context.ts'
import { runTool } from './run-tool.ts'
import type { Part } from './start-part.ts'

const configurationPort = 8001

/** The Gateway that routes attach to. */
export const gateway = { name: 'public', namespace: 'default' } as const

/** Contour, which reads Ingresses and routes, and Envoy, which serves them. */
export async function ingress({ order, keys, kubectl, apply }: ClusterContext): Promise<readonly Part[]> {
  const { contour, envoy, gatewayApi } = order.programs
  for (const kinds of [gatewayApi, join(contour, 'crds.yaml')])
    await kubectl('apply', '--server-side', '--filename', kinds)
  await apply(gatewayObjects)
  const settings = join(order.folder, 'contour.yaml')
  await writeFile(settings, JSON.stringify({ gateway: { gatewayRef: gateway } }))
  const envoySettings = join(order.folder, 'envoy.json')
  await runTool(join(contour, 'contour'), [
    ...['bootstrap', envoySettings, '--xds-address', '127.0.0.1', '--xds-resource-version', 'v3'],
    ...['--xds-port', String(configurationPort), '--admin-address', join(order.folder, 'envoy.sock')],
  ])
  return [
    {
      name: 'contour',
      program: join(contour, 'contour'),
      args: [
        ...['serve', '--kubeconfig', keys('admin.kubeconfig'), '--config-path', settings, '--insecure'],
        ...['--xds-address', '127.0.0.1', '--xds-port', String(configurationPort)],
        ...['--disable-leader-election', '--envoy-service-name', 'none'],
        ...['--ingress-status-address', '127.0.0.1', '--stats-address', '127.0.0.1'],
        ...['--http-address', '127.0.0.1', '--health-address', '127.0.0.1', '--stats-port', '8005'],
      ],
      untilReady: () =>
        kubectl(
          ...['--namespace', gateway.namespace, 'wait', '--for=condition=Programmed', '--timeout=1s'],
          `gateway/${gateway.name}`,
        ),
    },
    {
      name: 'envoy',
      program: join(envoy, 'envoy'),
      args: [
        ...['-c', envoySettings, '--service-cluster', 'portal', '--service-node', 'portal'],
        ...['--log-level', 'warning', '--concurrency', '1', '--disable-hot-restart'],
      ],
    },
  ]
}

const api = 'gateway.networking.k8s.io/v1'
const gatewayObjects = [
  {
    apiVersion: api,
    kind: 'GatewayClass',
    metadata: { name: 'contour' },
    spec: { controllerName: 'projectcontour.io/gateway-controller' },
  },
  {
    apiVersion: api,
    kind: 'Gateway',
    metadata: gateway,
    spec: {
      gatewayClassName: 'contour',
      listeners: [
        { name: 'http', protocol: 'HTTP', port: 80, allowedRoutes: { namespaces: { from: 'All' } } },
      ],
    },
  },
]

/** Makes the ingress reachable from outside of the namespaces: files are the same there. */
export async function forwardIngress({ order }: ClusterContext): Promise<void> {
  const envoy = { port: network.ingressPort, host: '127.0.0.1' }
  await forward({ path: clusterFiles(order.folder).ingress }, envoy)
}
