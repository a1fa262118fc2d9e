import { join } from 'node:path'
import { network } from '../cluster-order.ts'
import type { ClusterContext } from './context.ts'
import { aggregator } from './keys.ts'
import type { Part } from './start-part.ts'

const etcdPort = 2379

/** The API server with its store, and what acts on its objects; each waits for the one before. */
export function controlPlane({ order, keys, kubectl }: ClusterContext): readonly Part[] {
  const { kubernetes, etcd } = order.programs
  const store = `http://127.0.0.1:${etcdPort}`
  const accounts = keys('accounts.key')
  const asSelf = (name: string) => {
    const file = keys(`${name}.kubeconfig`)
    return ['--kubeconfig', file, '--authentication-kubeconfig', file, '--authorization-kubeconfig', file]
  }
  const alone = ['--leader-elect=false', '--bind-address=127.0.0.1', '--profiling=false']
  return [
    {
      name: 'etcd',
      program: join(etcd, 'etcd'),
      args: [
        ...['--data-dir', join(order.folder, 'etcd'), '--unsafe-no-fsync', '--log-level=warn'],
        ...[`--listen-client-urls=${store}`, `--advertise-client-urls=${store}`],
        '--listen-peer-urls=http://127.0.0.1:2380',
      ],
    },
    {
      name: 'kube-apiserver',
      program: join(kubernetes, 'kube-apiserver'),
      args: [
        ...[`--etcd-servers=${store}`, `--secure-port=${network.apiPort}`, '--bind-address=0.0.0.0'],
        `--advertise-address=${network.nodeAddress}`,
        `--client-ca-file=${keys('ca.crt')}`,
        ...[`--tls-cert-file=${keys('apiserver.crt')}`, `--tls-private-key-file=${keys('apiserver.key')}`],
        '--service-account-issuer=https://kubernetes.default.svc',
        `--service-account-key-file=${keys('accounts.pub')}`,
        `--service-account-signing-key-file=${accounts}`,
        ...[`--service-cluster-ip-range=${network.services}`, '--authorization-mode=Node,RBAC'],
        ...['--enable-admission-plugins=NodeRestriction', '--allow-privileged=true', '--profiling=false'],
        `--kubelet-client-certificate=${keys('admin.crt')}`,
        `--kubelet-client-key=${keys('admin.key')}`,
        `--kubelet-certificate-authority=${keys('ca.crt')}`,
        '--kubelet-preferred-address-types=InternalIP',
        ...[
          `--requestheader-client-ca-file=${keys('ca.crt')}`,
          `--requestheader-allowed-names=${aggregator}`,
        ],
        ...['--requestheader-username-headers=X-Remote-User', '--requestheader-group-headers=X-Remote-Group'],
        ...['--requestheader-extra-headers-prefix=X-Remote-Extra-', '--enable-aggregator-routing=true'],
        `--proxy-client-cert-file=${keys('aggregator.crt')}`,
        `--proxy-client-key-file=${keys('aggregator.key')}`,
      ],
      untilReady: () => kubectl('get', '--raw=/readyz', '--request-timeout=3s'),
    },
    {
      name: 'kube-controller-manager',
      program: join(kubernetes, 'kube-controller-manager'),
      args: [
        ...[...asSelf('controller-manager'), ...alone, '--use-service-account-credentials=true'],
        ...[`--service-account-private-key-file=${accounts}`, `--root-ca-file=${keys('ca.crt')}`],
        `--cluster-signing-cert-file=${keys('ca.crt')}`,
        `--cluster-signing-key-file=${keys('ca.key')}`,
        `--cluster-cidr=${network.pods}`,
        `--service-cluster-ip-range=${network.services}`,
      ],
      untilReady: () => kubectl('-n', 'default', 'get', 'serviceaccount', 'default'),
    },
    {
      name: 'kube-scheduler',
      program: join(kubernetes, 'kube-scheduler'),
      args: [...asSelf('scheduler'), ...alone],
    },
  ]
}
