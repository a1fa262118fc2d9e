import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterFiles, network } from '../cluster-order.ts'
import { pauseImage } from '../images/pause-image.ts'
import type { ClusterContext } from './context.ts'
import { runTool, untilDone } from './run-tool.ts'
import type { Part } from './start-part.ts'

/** containerd, which runs pods; images are imported before kubelet starts. */
export async function containerRuntime({ order }: ClusterContext): Promise<Part> {
  const { folder } = order
  const { containerd } = clusterFiles(folder)
  const plugins = join(folder, 'cni')
  await mkdir(plugins)
  await writeFile(join(plugins, '10-pods.conflist'), JSON.stringify(podNetwork(folder)))
  await writeFile(join(folder, 'containerd.toml'), containerdSettings(folder))
  return {
    name: 'containerd',
    program: 'containerd',
    args: ['--config', join(folder, 'containerd.toml')],
    untilReady: () => untilDone(() => runTool('ctr', ['--address', containerd, 'version'])),
  }
}

/** kubelet and kube-proxy. */
export async function node({ order, keys, kubectl }: ClusterContext): Promise<readonly Part[]> {
  const { kubernetes } = order.programs
  const settings = join(order.folder, 'kubelet.json')
  await writeFile(settings, JSON.stringify(kubeletSettings(order.folder, order.cgroup, keys)))
  return [
    {
      name: 'kubelet',
      program: join(kubernetes, 'kubelet'),
      args: [
        ...['--config', settings, '--kubeconfig', keys('kubelet.kubeconfig')],
        ...['--hostname-override', network.node, '--node-ip', network.nodeAddress],
      ],
      untilReady: () => kubectl('wait', '--for=condition=Ready', `node/${network.node}`, '--timeout=1s'),
    },
    {
      name: 'kube-proxy',
      program: join(kubernetes, 'kube-proxy'),
      args: [
        ...['--kubeconfig', keys('proxy.kubeconfig'), '--hostname-override', network.node],
        ...['--proxy-mode=iptables', `--cluster-cidr=${network.pods}`, '--conntrack-max-per-core=0'],
        ...['--conntrack-tcp-timeout-established=0s', '--conntrack-tcp-timeout-close-wait=0s'],
      ],
      untilReady: () =>
        untilDone(() => runTool('iptables', ['--table', 'nat', '--list-rules', 'KUBE-SERVICES'])),
    },
  ]
}

function podNetwork(folder: string) {
  const routes = [{ dst: '10.244.0.0/16' }, { dst: network.services }]
  const range = { subnet: network.pods, rangeStart: '10.244.0.10', gateway: network.nodeAddress }
  const ipam = { type: 'host-local', dataDir: join(folder, 'addresses'), ranges: [[range]], routes }
  return {
    cniVersion: '1.0.0',
    name: 'pods',
    plugins: [
      { type: 'bridge', bridge: 'pods', isGateway: true, ipMasq: false, hairpinMode: true, ipam },
      { type: 'portmap', capabilities: { portMappings: true } },
    ],
  }
}

function containerdSettings(folder: string): string {
  const { containerd } = clusterFiles(folder)
  const plugin = 'plugins."io.containerd.grpc.v1.cri"'
  return `version = 2
root = "${folder}/containers"
state = "${folder}/containers-state"
[grpc]
  address = "${containerd}"
[ttrpc]
  address = "${containerd}.ttrpc"
[plugins."io.containerd.internal.v1.opt"]
  path = "${folder}/containers-opt"
[${plugin}]
  sandbox_image = "${pauseImage}"
  restrict_oom_score_adj = true
  tolerate_missing_hugetlb_controller = true
  disable_hugetlb_controller = true
  [${plugin}.containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
    [${plugin}.containerd.runtimes.runc.options]
      SystemdCgroup = false
  [${plugin}.cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "${folder}/cni"
`
}

function kubeletSettings(folder: string, cgroup: string, keys: (name: string) => string) {
  return {
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    kind: 'KubeletConfiguration',
    failCgroupV1: false,
    cgroupDriver: 'cgroupfs',
    cgroupRoot: `/${cgroup}`,
    containerRuntimeEndpoint: `unix://${clusterFiles(folder).containerd}`,
    authentication: {
      anonymous: { enabled: false },
      webhook: { enabled: true },
      x509: { clientCAFile: keys('ca.crt') },
    },
    authorization: { mode: 'Webhook' },
    tlsCertFile: keys('kubelet.crt'),
    tlsPrivateKeyFile: keys('kubelet.key'),
    address: network.nodeAddress,
    clusterDNS: [network.nodeAddress],
    clusterDomain: 'cluster.local',
    oomScoreAdj: 0,
    failSwapOn: false,
    maxPods: 60,
    volumePluginDir: join(folder, 'volume-plugins'),
    // A disk that others fill is no reason to stop pods of a test.
    evictionHard: { 'memory.available': '100Mi', 'nodefs.available': '1%', 'imagefs.available': '1%' },
    imageGCHighThresholdPercent: 100,
    imageGCLowThresholdPercent: 99,
  }
}
