import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { goWrapper, moduleFolder } from './go-program.ts'

const kubernetesRelease = 'v1.35.4'
const versionPackage = 'k8s.io/component-base/version'
const commands = [
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'kubelet',
  'kube-proxy',
  'kubectl',
] as const

/**
 * Kubernetes names its staging modules by local path; for those who require it they are published
 * as `v0.x.y`.
 */
export const kubernetes = goWrapper({
  name: 'kubernetes',
  version: kubernetesRelease,
  module: async (tools) => {
    const source = await moduleFolder(tools, `k8s.io/kubernetes@${kubernetesRelease}`)
    const own = await readFile(join(source, 'go.mod'), 'utf8')
    const staging = [...own.matchAll(/^\s*(k8s\.io\/\S+) => \.\/staging\//gm)].map(([, name]) => name)
    const published = kubernetesRelease.replace('v1.', 'v0.')
    return [
      'module portal.local/kubernetes',
      ...(own.match(/^(go|godebug) .*$/gm) ?? []),
      `require k8s.io/kubernetes ${kubernetesRelease}`,
      ...staging.map((name) => `replace ${name} => ${name} ${published}`),
    ].join('\n')
  },
  source: `//go:build tools\n\npackage tools\n\nimport (\n${commands.map((name) => `\t_ "k8s.io/kubernetes/cmd/${name}"`).join('\n')}\n)\n`,
  mains: commands.map((name) => `k8s.io/kubernetes/cmd/${name}`),
  flags: [
    `gitVersion=${kubernetesRelease}`,
    'gitMajor=1',
    `gitMinor=${kubernetesRelease.split('.')[1]}`,
    'gitTreeState=clean',
    'buildDate=1970-01-01T00:00:00Z',
  ]
    .map((variable) => `-X ${versionPackage}.${variable}`)
    .join(' '),
})

/** Keeps the API server's objects. */
export const etcd = goWrapper({
  name: 'etcd',
  version: 'v3.6.12',
  module: async () => 'module portal.local/etcd\n\ngo 1.25.0\n\nrequire go.etcd.io/etcd/server/v3 v3.6.12\n',
  source:
    'package main\n\nimport (\n\t"os"\n\n\t"go.etcd.io/etcd/server/v3/etcdmain"\n)\n\nfunc main() { etcdmain.Main(os.Args) }\n',
  mains: ['.'],
})

/** What a cluster needs, which is a fraction of all. */
const plugins = ['bind', 'ready', 'errors', 'cache', 'kubernetes', 'template']
/** Names of Services. */
export const coredns = goWrapper({
  name: 'coredns',
  version: 'v1.14.7',
  module: async () =>
    'module portal.local/coredns\n\ngo 1.25.0\n\nrequire github.com/coredns/coredns v1.14.7\n',
  source: `package main

import (
	"github.com/coredns/coredns/core/dnsserver"
	"github.com/coredns/coredns/coremain"
${plugins.map((name) => `\t_ "github.com/coredns/coredns/plugin/${name}"`).join('\n')}
)

func init() { dnsserver.Directives = []string{${plugins.map((name) => `"${name}"`).join(', ')}} }
func main() { coremain.Run() }
`,
  mains: ['.'],
})

/** A pod's first process, which holds its namespaces. */
export const pause = goWrapper({
  name: 'pause',
  version: 'v1',
  module: async () => 'module portal.local/pause\n\ngo 1.24\n',
  source: `package main

import (
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ends := make(chan os.Signal, 1)
	signal.Notify(ends, syscall.SIGINT, syscall.SIGTERM)
	<-ends
}
`,
  mains: ['.'],
})
