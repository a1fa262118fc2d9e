import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Installable } from '../../engines/install/ensure-installed.ts'
import type { Tools } from '../../engines/install/tools.ts'

/** Kubernetes on one busy core. */
const withinMs = 3 * 3_600_000

/** A program whose module can be built as it is. */
export interface GoProgram {
  readonly name: string
  readonly module: string
  readonly version: string
  readonly main: string
  /** Linker flags, for programs that report versions. */
  readonly flags?: string
  /** Build tags, by which a program can be made smaller. */
  readonly tags?: string
  /** Files of the module, beside the program, by their new names. */
  readonly files?: Readonly<Record<string, string>>
}

/**
 * Built in a copy, where it is the main module: `go install` refuses modules that replace others.
 */
export function goProgram({
  name,
  module,
  version,
  main,
  flags = '',
  tags = '',
  files = {},
}: GoProgram): Installable {
  return {
    name,
    release: `${name}-${version}`,
    diskMb: 2000,
    install: async (folder, tools) => {
      const copy = join(folder, 'source')
      await cp(await moduleFolder(tools, `${module}@${version}`), copy, { recursive: true })
      await tools.run('chmod', ['-R', 'u+w', copy])
      const options = ['-mod=mod', '-tags', tags, '-ldflags', `-s -w ${flags}`]
      await build(tools, copy, [...options, '-o', join(folder, name), main])
      for (const [to, from] of Object.entries(files))
        await cp(join(copy, from), join(folder, to), { recursive: true })
      await rm(copy, { recursive: true })
    },
  }
}

/** Programs that are built in a module of ours, which requires theirs. */
export interface GoWrapper {
  readonly name: string
  readonly version: string
  /** Text of go.mod. Its last element of the module's path names the program of package `.`. */
  readonly module: (tools: Tools) => Promise<string>
  readonly source: string
  readonly mains: readonly string[]
  readonly flags?: string
}

export function goWrapper({ name, version, module, source, mains, flags = '' }: GoWrapper): Installable {
  return {
    name,
    release: `${name}-${version}`,
    diskMb: 8000,
    install: async (folder, tools) => {
      const work = join(folder, 'source')
      await mkdir(work)
      await writeFile(join(work, 'go.mod'), await module(tools))
      await writeFile(join(work, 'main.go'), source)
      // -e: some test packages of dependencies are nowhere to be had; nothing here needs them.
      await tools.run('go', ['mod', 'tidy', '-e'], { cwd: work, withinMs })
      await build(tools, work, ['-ldflags', `-s -w ${flags}`, '-o', `${folder}/`, ...mains])
      await rm(work, { recursive: true })
    },
  }
}

/** The read-only folder of a module at a version, from the module cache. */
export async function moduleFolder(tools: Tools, module: string): Promise<string> {
  const { Dir }: { Dir: string } = JSON.parse(await tools.run('go', ['mod', 'download', '-json', module]))
  return Dir
}

async function build(tools: Tools, cwd: string, args: readonly string[]): Promise<void> {
  // A module may come with a workspace of its own, which refuses -mod=mod.
  const environment = { CGO_ENABLED: '0', GOWORK: 'off' }
  await tools.run('go', ['build', '-trimpath', ...args], { cwd, environment, withinMs })
}
