import { createHash, hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { sortedJson } from '@portal/contracts/remote-statement'
import { RemoteEntry } from '@portal/contracts/remotes'

/** A build that may be published: its entry and every file to copy, by path below its folder. */
export interface RemoteBuild {
  readonly folder: string
  readonly entry: RemoteEntry
  readonly files: readonly string[]
}

/** A build cannot be published; the message says what is wrong with it. */
export class InvalidBuild extends Error {
  override readonly name = 'InvalidBuild'
}

const description = 'remote.json'
const variant = /\.(br|gz)$/

/**
 * Reads a finished build and checks it: the description is complete and names this remote, its
 * hashes (Subresource Integrity, sha384) match the files and what their compressed twins unpack to,
 * there is no file without a hash, no link, and every preloaded file exists. Throws
 * {@link InvalidBuild}.
 */
export async function readRemoteBuild(name: string, folder: string): Promise<RemoteBuild> {
  const entry = await readEntry(folder)
  if (entry.name !== name) throw new InvalidBuild(`The build is of '${entry.name}', not of '${name}'.`)
  if (!/^[\w.-]{1,64}$/.test(entry.version) || entry.version.startsWith('.')) {
    throw new InvalidBuild('The version is not a plain name.')
  }
  const files = (await filesBelow(folder)).filter((file) => file !== description)
  await checkHashes(folder, entry, files)
  checkPreloads(entry)
  if (entry.files !== undefined && entry.files !== hash('sha256', sortedJson(entry.integrity), 'hex'))
    throw new InvalidBuild('The sum of the hashes is not that of the files.')
  return { folder, entry, files }
}

async function readEntry(folder: string): Promise<RemoteEntry> {
  const text = await readFile(join(folder, description), 'utf8').catch(() => {
    throw new InvalidBuild(`There is no ${description} in ${folder}. Build the remote first.`)
  })
  const parsed = RemoteEntry.safeParse(jsonOf(text))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new InvalidBuild(`${description} is not complete: ${issue?.path.join('.')} ${issue?.message}.`)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new InvalidBuild(`${description} is not JSON.`, { cause })
  }
}

/** Hidden files belong to the build tool: neither copied nor served. */
async function filesBelow(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const odd = found.find((one) => !one.isFile() && !one.isDirectory())
  if (odd) throw new InvalidBuild(`${odd.name} is neither a file nor a folder.`)
  return found
    .filter((one) => one.isFile() && !one.name.startsWith('.'))
    .map((one) => relative(folder, join(one.parentPath, one.name)).split(sep).join('/'))
}

async function checkHashes(folder: string, entry: RemoteEntry, files: readonly string[]): Promise<void> {
  for (const file of files) {
    const original = originalOf(file, entry)
    if (original === description) continue
    const wanted = entry.integrity[original]
    if (wanted === undefined) throw new InvalidBuild(`${file} has no hash in ${description}.`)
    if (wanted !== (await integrityOf(join(folder, file), file === original ? null : file.slice(-3)))) {
      throw new InvalidBuild(`${file} is not the file that was built: its hash differs.`)
    }
  }
  const present = new Set(files)
  const missing = Object.keys(entry.integrity).find((file) => !present.has(file))
  if (missing !== undefined) throw new InvalidBuild(`${missing} is described, but missing.`)
}

/** The file that a compressed twin unpacks to; any other file itself. */
function originalOf(file: string, entry: RemoteEntry): string {
  const original = file.replace(variant, '')
  const isTwin = original === description || entry.integrity[original] !== undefined
  return variant.test(file) && isTwin && entry.integrity[file] === undefined ? original : file
}

/**
 * Subresource Integrity of a file, unpacked if it is a twin: `sha384-<base64>`
 * (https://www.w3.org/TR/SRI/). Of a twin that does not unpack it is that of nothing.
 */
export async function integrityOf(path: string, twin: string | null = null): Promise<string> {
  const content = await readFile(path)
  const unpack = twin === '.br' ? promisify(brotliDecompress) : promisify(gunzip)
  const plain = twin === null ? content : await unpack(content).catch(() => '')
  return `sha384-${createHash('sha384').update(plain).digest('base64')}`
}

function checkPreloads(entry: RemoteEntry): void {
  const base = `/remotes/${entry.name}/${entry.version}/`
  const container = entry.entry.startsWith(base) ? entry.entry.slice(base.length) : ''
  const needed = [container, ...entry.routes.flatMap((route) => route.preload ?? [])]
  const absent = needed.find((file) => entry.integrity[file] === undefined)
  if (absent !== undefined)
    throw new InvalidBuild(`The entry or a preload names a missing file: ${absent || entry.entry}.`)
}
