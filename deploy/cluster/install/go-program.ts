import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Installable } from '../../engines/install/ensure-installed.ts'
import type { Tools } from '../../engines/install/tools.ts'

/** On one busy core. */
const withinMs = 3_600_000

/** A program whose module can be built as it is. */
export interface GoProgram {
  readonly name: string
  readonly module: string
  readonly version: string
  readonly main: string
  /** Linker flags, for programs that report versions. */
  readonly flags?: string
}

/**
 * Built in a copy, where it is the main module: `go install` refuses modules that replace others.
 */
export function goProgram({ name, module, version, main, flags = '' }: GoProgram): Installable {
  return {
    name,
    release: `${name}-${version}`,
    diskMb: 2000,
    install: async (folder, tools) => {
      const copy = join(folder, 'source')
      await cp(await moduleFolder(tools, `${module}@${version}`), copy, { recursive: true })
      await tools.run('chmod', ['-R', 'u+w', copy])
      await build(tools, copy, ['-mod=mod', '-ldflags', `-s -w ${flags}`, '-o', join(folder, name), main])
      await rm(copy, { recursive: true })
    },
  }
}

/** The read-only folder of a module at a version, from the module cache. */
export async function moduleFolder(tools: Tools, module: string): Promise<string> {
  const { Dir }: { Dir: string } = JSON.parse(await tools.run('go', ['mod', 'download', '-json', module]))
  return Dir
}

async function build(tools: Tools, cwd: string, args: readonly string[]): Promise<void> {
  const environment = { CGO_ENABLED: '0' }
  await tools.run('go', ['build', '-trimpath', ...args], { cwd, environment, withinMs })
}
