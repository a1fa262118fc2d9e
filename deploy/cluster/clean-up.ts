import { rm } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { removeCgroups } from './cgroup-trees.ts'
import { untilDone } from './parts/run-tool.ts'

// Started beside a cluster by start-cluster.ts: takes away what outlives the namespaces. Its input
// ends when the cluster is stopped, or when the process that started both is killed.
const [, , folder = '', cgroup = ''] = process.argv
await text(process.stdin)
// The last processes of the cluster may still be ending.
await untilDone(() => removeCgroups(cgroup))
await untilDone(() => rm(folder, { recursive: true, force: true }))
