import { appendFile, mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { cgroupTrees, weigh } from '../cgroup-trees.ts'
import { type ClusterOrder, network } from '../cluster-order.ts'
import { runTool } from './run-tool.ts'

/** Values that kubelet insists on. It gets them to read, and the machine keeps its own. */
const kernelValues = {
  'vm/overcommit_memory': 1,
  'vm/panic_on_oom': 0,
  'kernel/panic': 10,
  'kernel/panic_on_oops': 1,
  'kernel/keys/root_maxkeys': 1_000_000,
  'kernel/keys/root_maxbytes': 25_000_000,
}

/** Where kubelet, containerd and CNI have folders with fixed names; the machine keeps nothing. */
const scratchFolders = ['/run', '/var/lib', '/var/log']

/** Makes the namespaces that this process has a machine of its own: mounts, cgroups, addresses. */
export async function prepareMachine(order: ClusterOrder): Promise<void> {
  await runTool('mount', ['--make-rshared', '/'])
  const resolver = await realpath('/etc/resolv.conf')
  for (const folder of scratchFolders) await runTool('mount', ['-t', 'tmpfs', 'tmpfs', folder])
  await hideKernelValues(order.folder)
  await resolveServices(order.folder, resolver)
  await makeCgroups(order.cgroup)
  await makeBridge()
}

async function hideKernelValues(folder: string): Promise<void> {
  const copies = join(folder, 'kernel')
  await mkdir(copies)
  for (const [name, value] of Object.entries(kernelValues)) {
    const copy = join(copies, name.replaceAll('/', '.'))
    await writeFile(copy, `${value}\n`)
    await runTool('mount', ['--bind', copy, join('/proc/sys', name)])
  }
}

/** The node's processes know Services by name, too: `portal-gateway.portal`. */
async function resolveServices(folder: string, resolver: string): Promise<void> {
  const file = join(folder, 'resolv.conf')
  await writeFile(file, `nameserver ${network.nodeAddress}\nsearch svc.cluster.local\n`)
  // It may have been in a folder that is hidden by now.
  await mkdir(dirname(resolver), { recursive: true })
  await appendFile(resolver, '')
  await runTool('mount', ['--bind', file, resolver])
}

/**
 * What pods and engines together weigh against a process beside them. As a group they would weigh
 * as much as one, and starve.
 */
const weight = 8

/** Kubelet wants its root to exist in each tree, and to have processors and memory where asked. */
async function makeCgroups(name: string): Promise<void> {
  for (const tree of await cgroupTrees()) {
    await mkdir(join(tree, name), { recursive: true })
    await weigh(join(tree, name), weight)
    if (!tree.endsWith('/cpuset')) continue
    for (const kind of ['cpuset.cpus', 'cpuset.mems'])
      await writeFile(join(tree, name, kind), await readFile(join(tree, kind)))
  }
}

/** A bridge for pods. There is no other way: nothing that they send can leave the machine. */
async function makeBridge(): Promise<void> {
  const ip = (command: string) => runTool('ip', command.split(' '))
  await ip('link set lo up')
  await ip('link add pods type bridge')
  await ip(`address add ${network.nodeAddress}/24 dev pods`)
  await ip('link set pods up')
  // A Service's address that is not translated yet ends on the bridge.
  await ip(`route add ${network.services} dev pods`)
  await writeFile('/proc/sys/net/ipv4/ip_forward', '1')
  await writeFile('/proc/sys/net/ipv4/conf/all/route_localnet', '1')
}
