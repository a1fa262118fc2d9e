import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** A file to send: its path on disk, size in bytes, and the encoding that it is stored in. */
export interface FoundFile {
  readonly path: string
  readonly size: number
  readonly encoding: 'br' | 'gzip' | null
  /** Entity tag of these bytes in this encoding. */
  readonly etag: string
}

const variants = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
] as const

/**
 * Finds a file below a directory, preferring a precompressed variant that the client accepts. Null
 * for anything but a plain file inside the directory: path traversal, hidden files, links that lead
 * out, folders.
 */
export async function findFile(
  root: string,
  address: string,
  acceptEncoding = '',
): Promise<FoundFile | null> {
  const path = await insideRoot(root, address)
  if (path === null) return null
  for (const { encoding, suffix } of variants) {
    if (!accepts(acceptEncoding, encoding)) continue
    const variant = await describe(path + suffix, encoding)
    if (variant) return variant
  }
  return describe(path, null)
}

async function insideRoot(root: string, address: string): Promise<string | null> {
  const relative = plainPath(address)
  if (relative === null) return null
  try {
    const [base, path] = await Promise.all([realpath(root), realpath(join(root, relative))])
    return path.startsWith(base + sep) ? path : null
  } catch {
    // A path that cannot be resolved does not exist.
    return null
  }
}

/** The address as a relative path of ordinary names, or null. */
function plainPath(address: string): string | null {
  try {
    const names = decodeURIComponent(address).split('/')
    const isPlain = names.every((name) => name !== '' && !name.startsWith('.') && !/[\\\0:]/.test(name))
    return isPlain ? names.join(sep) : null
  } catch {
    // A broken escape names no file.
    return null
  }
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', quality = ''] = part.split(';')
    return name.trim() === encoding && !/^\s*q=0(\.0+)?\s*$/.test(quality)
  })
}

async function describe(path: string, encoding: FoundFile['encoding']): Promise<FoundFile | null> {
  const facts = await stat(path).catch(() => null)
  if (!facts?.isFile()) return null
  const mark = `${facts.size.toString(36)}-${Math.floor(facts.mtimeMs).toString(36)}`
  return { path, size: facts.size, encoding, etag: `"${mark}${encoding ? `-${encoding}` : ''}"` }
}
