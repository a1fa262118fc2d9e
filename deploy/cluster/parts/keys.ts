import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { network } from '../cluster-order.ts'
import { runTool } from './run-tool.ts'

const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
const days = ['-days', '30']

/** The name by which the API server is known to those APIs. */
export const aggregator = 'front-proxy-client'

/** The Service at which the API server finds what pods use. */
export const usageService = { name: 'metrics-server', namespace: 'kube-system' } as const

interface Certificate {
  readonly subject: string
  readonly names?: readonly string[]
}

/** Who talks to the API server, by the names that its authorization knows, and who listens. */
const certificates: Readonly<Record<string, Certificate>> = {
  apiserver: {
    subject: '/CN=kube-apiserver',
    names: [
      ...['127.0.0.1', network.nodeAddress, network.apiService].map((address) => `IP:${address}`),
      ...['localhost', 'kubernetes', 'kubernetes.default.svc.cluster.local'].map((name) => `DNS:${name}`),
    ],
  },
  admin: { subject: '/O=system:masters/CN=admin' },
  'controller-manager': { subject: '/CN=system:kube-controller-manager' },
  scheduler: { subject: '/CN=system:kube-scheduler' },
  proxy: { subject: '/CN=system:kube-proxy' },
  dns: { subject: '/CN=portal:dns' },
  // As whom the API server passes requests on to APIs that others serve.
  aggregator: { subject: `/CN=${aggregator}` },
  usage: { subject: '/CN=portal:usage', names: [`DNS:${usageService.name}.${usageService.namespace}.svc`] },
  kubelet: {
    subject: `/O=system:nodes/CN=system:node:${network.node}`,
    names: [`IP:${network.nodeAddress}`, `DNS:${network.node}`],
  },
}

/** A certificate authority, its certificates, and a kubeconfig for each, in a new folder. */
export async function makeKeys(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  const at = (name: string) => join(folder, name)
  const authority = ['-keyout', at('ca.key'), '-out', at('ca.crt'), '-subj', '/CN=portal-cluster']
  await runTool('openssl', ['req', '-x509', ...curve, ...days, ...authority])
  for (const [name, certificate] of Object.entries(certificates)) {
    await sign(name, certificate, at)
    await writeFile(at(`${name}.kubeconfig`), kubeconfig(name, at))
  }
  await runTool('openssl', ['genrsa', '-out', at('accounts.key'), '2048'])
  await runTool('openssl', ['rsa', '-in', at('accounts.key'), '-pubout', '-out', at('accounts.pub')])
}

type At = (name: string) => string

async function sign(name: string, { subject, names }: Certificate, at: At): Promise<void> {
  const request = ['-keyout', at(`${name}.key`), '-out', at(`${name}.csr`), '-subj', subject]
  await runTool('openssl', ['req', '-new', ...curve, ...request])
  const alternatives = names ? `subjectAltName=${names.join(',')}\n` : ''
  await writeFile(at(`${name}.ext`), `extendedKeyUsage=clientAuth,serverAuth\n${alternatives}`)
  const files = ['-in', at(`${name}.csr`), '-out', at(`${name}.crt`), '-extfile', at(`${name}.ext`)]
  const authority = ['-CA', at('ca.crt'), '-CAkey', at('ca.key'), '-CAcreateserial']
  await runTool('openssl', ['x509', '-req', ...days, ...authority, ...files])
}

function kubeconfig(name: string, at: At): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'portal',
        cluster: {
          server: `https://127.0.0.1:${network.apiPort}`,
          'certificate-authority': at('ca.crt'),
        },
      },
    ],
    users: [{ name, user: { 'client-certificate': at(`${name}.crt`), 'client-key': at(`${name}.key`) } }],
    contexts: [{ name: 'portal', context: { cluster: 'portal', user: name } }],
    'current-context': 'portal',
  })
}
