import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { workspaceRoot } from '@portal/build/build-plan'
import { z } from 'zod'
import { installed } from '../../cluster/install/installed.ts'
import { unpackWheel } from '../../cluster/install/python-wheel.ts'
import type { Installable } from '../../engines/install/ensure-installed.ts'
import type { Tools } from '../../engines/install/tools.ts'

const run = promisify(execFile)

/** The language of a Tiltfile, by the interpreter that Buck 2 uses. */
const starlark: Installable = {
  name: 'starlark',
  release: 'starlark-2026.1.3',
  diskMb: 50,
  install: async (folder, tools) => {
    await unpackWheel(tools, join(folder, 'language'), 'starlark-pyo3==2026.1.3')
    await unpackWheel(tools, join(folder, 'yaml'), 'PyYAML==6.0.3')
  },
}

const KubernetesObject = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), labels: z.record(z.string(), z.string()).default({}) }),
})
export type KubernetesObject = z.infer<typeof KubernetesObject>

const PortForward = z.object({ local_port: z.number(), container_port: z.number() })
/** A call of a function of Tilt, as far as it was given. */
const TiltCall = z.object({
  function: z.enum(['custom_build', 'docker_build', 'k8s_resource', 'local_resource']),
  ref: z.string().optional(),
  workload: z.string().optional(),
  new_name: z.string().optional(),
  name: z.string().optional(),
  cmd: z.string().optional(),
  deps: z.array(z.string()).default([]),
  only: z.array(z.string()).default([]),
  live_update: z.array(z.looseObject({ function: z.string() })).default([]),
  serve_cmd: z.string().optional(),
  serve_env: z.record(z.string(), z.string()).default({}),
  port_forwards: z.array(PortForward).default([]),
  links: z.array(z.object({ url: z.url() })).default([]),
  resource_deps: z.array(z.string()).default([]),
})
export type TiltCall = z.infer<typeof TiltCall>

const Evaluated = z.object({ objects: z.array(KubernetesObject), calls: z.array(TiltCall) })

export type Evaluate = (settings?: Readonly<Record<string, unknown>>) => Promise<z.infer<typeof Evaluated>>

/** Evaluates the Tiltfile as `tilt up` with these arguments would; rejects with its sentence. */
export async function tiltfileEvaluator(
  { tools, helm }: { readonly tools: Tools; readonly helm: string },
  note: (line: string) => void,
): Promise<Evaluate> {
  const folder = await installed(starlark, { tools, note })
  const path = [join(folder, 'language'), join(folder, 'yaml')].join(':')
  const program = join(import.meta.dirname, 'evaluate.py')
  return async (settings = {}) => {
    const given = JSON.stringify({ helm, arguments: settings })
    const { stdout } = await run('python3', [program, join(workspaceRoot, 'Tiltfile'), given], {
      env: { ...tools.environment, PYTHONPATH: path, PYTHONDONTWRITEBYTECODE: '1' },
      maxBuffer: 1 << 26,
    })
    return Evaluated.parse(JSON.parse(stdout))
  }
}
