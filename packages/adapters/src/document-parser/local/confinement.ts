import { execFile } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Bounds that the system itself keeps, behind those that the parent watches. */
export interface SystemLimits {
  readonly heapBytes: number
  /** How many writable bytes the process may take above those that Node has when it starts. */
  readonly growthBytes: number
  readonly cpuSeconds: number
}

/** How to start the child: a command line that takes away what a parser does not need. */
export interface Confinement {
  readonly command: string
  readonly arguments: readonly string[]
  /** What holds on this machine, for the log and the documentation. */
  readonly holds: readonly ('rlimits' | 'network' | 'dies-with-parent' | 'file-system')[]
}

const shellPath = '/bin/sh'
const binFolders = ['/usr/bin', '/bin', '/usr/sbin', '/sbin']
const libraries = [
  'unpdf',
  'mammoth',
  'fflate',
  '@portal/file-rules/zip-rules',
  '@portal/service-kit/ports/document-parser',
]
/** Megabytes. With a heap limit V8 starts both generations so small that a quarter of the time goes to their collection. */
const generations = ['--initial-old-space-size=128', '--max-semi-space-size=8']
const run = promisify(execFile)

/**
 * Finds out what this machine can take away. Everywhere: files outside the parser's own code (Node's permission
 * model), heap, code from strings. POSIX: CPU time, core dumps, written files by rlimit. Linux: memory by rlimit on
 * writable pages (an address space limit would have to be above Node's 2 GB), a network namespace without
 * interfaces, death with the parent, no new privileges. Where a tool or right is missing the rest still holds.
 */
export async function confine(entry: URL, limits: SystemLimits): Promise<Confinement> {
  const node = [process.execPath, ...nodeFlags(entry, limits), fileURLToPath(entry)]
  if (!existsSync(shellPath))
    return { command: process.execPath, arguments: node.slice(1), holds: ['file-system'] }
  const namespace = await usable('unshare', ['--map-root-user', '--net'])
  const privileges = await usable('setpriv', ['--pdeathsig', 'KILL', '--no-new-privs', '--inh-caps=-all'])
  const script = `${await rlimits(limits)} exec "$@"`
  return {
    command: shellPath,
    arguments: ['-c', script, 'parser', ...namespace, ...privileges, ...emptyEnvironment(), ...node],
    holds: [
      'file-system',
      'rlimits',
      ...(namespace.length > 0 ? (['network'] as const) : []),
      ...(privileges.length > 0 ? (['dies-with-parent'] as const) : []),
    ],
  }
}

/** A limit that the system refuses (it is lower already) is not an error. */
async function rlimits({ cpuSeconds, growthBytes }: SystemLimits): Promise<string> {
  const limits = ['-c 0', '-f 0', `-t ${cpuSeconds}`]
  if (process.platform === 'linux')
    limits.push(`-d ${(await idleDataKilobytes()) + Math.round(growthBytes / 1024)}`)
  return limits.map((limit) => `ulimit ${limit} 2>/dev/null;`).join(' ')
}

/** Writable pages of a Node that does nothing: about 570 MB, of which 40 MB are resident. It differs by version and machine. */
async function idleDataKilobytes(): Promise<number> {
  const script = "process.stdout.write(require('node:fs').readFileSync('/proc/self/status', 'latin1'))"
  const { stdout } = await run(process.execPath, ['-e', script], { env: {} })
  return Number(/^VmData:\s+(\d+) kB$/m.exec(stdout)?.[1] ?? 1024 * 1024)
}

/** The shell sets variables of its own; nothing of them reaches the child. */
function emptyEnvironment(): string[] {
  const env = findBinary('env')
  return env === null ? [] : [env, '-i']
}

async function usable(name: string, options: readonly string[]): Promise<string[]> {
  const [binary, nothing] = [findBinary(name), findBinary('true')]
  if (process.platform !== 'linux' || binary === null || nothing === null) return []
  try {
    await run(binary, [...options, nothing], { env: {}, timeout: 5_000 })
    return [binary, ...options]
  } catch {
    // A container without the right to make namespaces: the child starts without this lock.
    return []
  }
}

function findBinary(name: string): string | null {
  return binFolders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}

function nodeFlags(entry: URL, { heapBytes }: SystemLimits): string[] {
  return [
    '--permission',
    ...readableFolders(entry).map((folder) => `--allow-fs-read=${folder}${sep}`),
    '--disallow-code-generation-from-strings',
    `--max-old-space-size=${Math.round(heapBytes / 1024 / 1024)}`,
    ...generations,
    '--no-warnings',
  ]
}

/** The folders that hold the parser's code and its libraries; no data folder is among them. */
function readableFolders(entry: URL): string[] {
  const codeFolder = dirname(dirname(fileURLToPath(entry)))
  const resolved = libraries.map((name) => realpathSync(fileURLToPath(import.meta.resolve(name))))
  const folders = [codeFolder, packageFolder(codeFolder), ...resolved.map(libraryFolder)]
  return [...new Set(folders)]
}

/** Third-party code stands under the outermost node_modules; our own packages have a folder each. */
function libraryFolder(file: string): string {
  const installed = file.indexOf(`${sep}node_modules${sep}`)
  return installed === -1 ? packageFolder(file) : file.slice(0, installed + `${sep}node_modules`.length)
}

function packageFolder(path: string): string {
  const folder = dirname(path)
  return existsSync(join(folder, 'package.json')) || folder === dirname(folder)
    ? folder
    : packageFolder(folder)
}
