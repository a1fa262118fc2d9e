import { execFile } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { isOpenToOthers } from '../../embedded-postgres/cluster-folder.ts'
import { isRoot, unusedUid } from '../../embedded-postgres/postgres-account.ts'

/** Limits enforced by the system, behind those that the parent watches. */
export interface SystemLimits {
  readonly heapBytes: number
  /** Writable bytes beyond what Node has at startup. */
  readonly growthBytes: number
  readonly cpuSeconds: number
}

/** The command line that starts a confined child. */
export interface Confinement {
  readonly command: string
  readonly arguments: readonly string[]
  /** The confinement in effect on this machine. */
  readonly holds: readonly ('rlimits' | 'network' | 'dies-with-parent' | 'file-system' | 'account')[]
}

const shellPath = '/bin/sh'
const binFolders = ['/usr/bin', '/bin', '/usr/sbin', '/sbin']
const libraries = [
  '@hyzyla/pdfium',
  'unpdf',
  'pdfjs-dist',
  'dingbat-to-unicode',
  'saxes',
  '@portal/file-rules/zip-rules',
  '@portal/service-kit/ports/document-parser',
]
// In MB. With a heap limit V8 starts with generations so small that GC takes a quarter of the time.
const generations = ['--initial-old-space-size=128', '--max-semi-space-size=8']
/** Requests and the encoder go before files: all threads of the child, those of its GC too. */
const niceness = 7
/**
 * Linux shares processors between sessions first (sched(7), autogroups), where Postgres' backends
 * have their own: only as one of its own does the child yield to them.
 */
const sessionNiceness = 12
/** The system takes one change in a tenth of a second from all who are not root. */
const ownShare = `if [ -w /proc/self/autogroup ]; then for try in 1 2 3 4 5; do
  { echo ${sessionNiceness} > /proc/self/autogroup; } 2>/dev/null && break; sleep 0.12; done; fi;`
const run = promisify(execFile)

/**
 * Probes what this machine can take away. Everywhere: files outside the parser's code, heap, code
 * from strings (Node). POSIX: CPU time, core dumps, file writes (rlimit). Linux: writable pages,
 * network (namespace), new privileges, outliving the parent. Root: its account. What is missing is
 * skipped.
 */
export async function confine(entry: URL, limits: SystemLimits): Promise<Confinement> {
  const account = await accountArguments(entry)
  const node = [process.execPath, ...nodeFlags(entry, limits), fileURLToPath(entry), ...account]
  if (!existsSync(shellPath))
    return { command: process.execPath, arguments: node.slice(1), holds: ['file-system'] }
  // A user namespace knows no account but the one that made it, and root needs none.
  const namespace = await usable('unshare', account.length > 0 ? ['--net'] : ['--map-root-user', '--net'])
  const privileges = await usable('setpriv', ['--pdeathsig', 'KILL', '--no-new-privs', '--inh-caps=-all'])
  const nice = [findBinary('nice')].flatMap((path) => (path === null ? [] : [path, '-n', String(niceness)]))
  // Drops the variables that the shell sets.
  const environment = [findBinary('env')].flatMap((env) => (env === null ? [] : [env, '-i']))
  const script = `${ownShare} ${await rlimits(limits)} exec "$@"`
  return {
    command: shellPath,
    arguments: ['-c', script, 'parser', ...nice, ...namespace, ...privileges, ...environment, ...node],
    holds: [
      'file-system',
      'rlimits',
      ...(namespace.length > 0 ? (['network'] as const) : []),
      // The kernel forgets it when the account changes; the end of its input remains.
      ...(privileges.length > 0 && account.length === 0 ? (['dies-with-parent'] as const) : []),
      ...(account.length > 0 ? (['account'] as const) : []),
    ],
  }
}

/**
 * For root: a uid of no user, which the child takes itself, because that may be unable to start
 * Node from a closed home; and `closed` if it could not read the parser's code there either.
 */
async function accountArguments(entry: URL): Promise<string[]> {
  if (!isRoot()) return []
  const isOpen = await Promise.all(readableFolders(entry).map(isOpenToOthers))
  return [String(await unusedUid()), isOpen.every(Boolean) ? 'open' : 'closed']
}

/** A refused limit is already lower, so errors are ignored. */
async function rlimits({ cpuSeconds, growthBytes }: SystemLimits): Promise<string> {
  const limits = ['-c 0', '-f 0', `-t ${cpuSeconds}`]
  if (process.platform === 'linux')
    limits.push(`-d ${(await idleDataKilobytes()) + Math.round(growthBytes / 1024)}`)
  return limits.map((limit) => `ulimit ${limit} 2>/dev/null;`).join(' ')
}

/** Writable pages of an idle Node: about 570 MB (40 MB resident), varying by version. */
async function idleDataKilobytes(): Promise<number> {
  const script = "process.stdout.write(require('node:fs').readFileSync('/proc/self/status', 'latin1'))"
  const { stdout } = await run(process.execPath, ['-e', script], { env: {} })
  return Number(/^VmData:\s+(\d+) kB$/m.exec(stdout)?.[1] ?? 1024 * 1024)
}

async function usable(name: string, options: readonly string[]): Promise<string[]> {
  const [binary, nothing] = [findBinary(name), findBinary('true')]
  if (process.platform !== 'linux' || binary === null || nothing === null) return []
  try {
    await run(binary, [...options, nothing], { env: {} })
    return [binary, ...options]
  } catch {
    // A container without the right to create namespaces: the child starts without this.
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

/** The folders of the parser's code and libraries, none of them with data. */
function readableFolders(entry: URL): string[] {
  const codeFolder = dirname(dirname(fileURLToPath(entry)))
  const resolved = libraries.flatMap(installedFile)
  const folders = [codeFolder, packageFolder(codeFolder), ...resolved.map(libraryFolder)]
  return [...new Set(folders)]
}

/** Nothing for a library that is compiled into the entry, as most are in an image. */
function installedFile(name: string): string[] {
  try {
    return [realpathSync(fileURLToPath(import.meta.resolve(name)))]
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return []
    throw error
  }
}

/** Third-party code is under the outermost node_modules; our packages have a folder each. */
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
