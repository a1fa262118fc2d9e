import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ClusterOrder, clusterFiles, readyLine } from './cluster-order.ts'
import { importImage } from './images/import-image.ts'
import { pauseImage } from './images/pause-image.ts'
import { clusterContext } from './parts/context.ts'
import { controlPlane } from './parts/control-plane.ts'
import { forwardIngress, ingress } from './parts/ingress.ts'
import { makeKeys } from './parts/keys.ts'
import { prepareMachine } from './parts/machine.ts'
import { clusterNames } from './parts/names.ts'
import { containerRuntime, node } from './parts/node.ts'
import { type Part, startPart } from './parts/start-part.ts'
import { usage } from './parts/usage.ts'

// The first process of the cluster's namespaces, started by start-cluster.ts as root. When it ends,
// the kernel ends all others, and networks and mounts are gone with them.
const order = ClusterOrder.parse(JSON.parse(process.argv[2] ?? ''))
const context = clusterContext(order)
const { logs, containerd } = clusterFiles(order.folder)
await mkdir(logs)
await prepareMachine(order)
await makeKeys(context.keys(''))
const start = async (parts: readonly Part[]) => {
  for (const part of parts) {
    await startPart(part, logs)
    console.log(`${part.name}: started`)
  }
}
await start([...controlPlane(context), await containerRuntime(context)])
await importImage(containerd, join(order.folder, 'pause'), pauseImage)
await start(await node(context))
await start([await clusterNames(context), await usage(context), ...(await ingress(context))])
await forwardIngress(context)
console.log(readyLine)
