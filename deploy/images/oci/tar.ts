/** An entry of a layer. Paths are relative; those of folders have no slash at their end. */
export type TarEntry =
  | { readonly kind: 'file'; readonly path: string; readonly content: Uint8Array; readonly mode: number }
  | { readonly kind: 'folder'; readonly path: string; readonly mode: number }

const block = 512
/** 100 bytes of a name and 155 of a prefix (POSIX.1-1988). */
const nameBytesMax = 100
const prefixBytesMax = 155

/**
 * A tar archive in ustar format that depends on paths, contents and modes alone: sorted, owned by
 * root, dated 1970, with the folders that its files lie in.
 */
export function tar(entries: readonly TarEntry[]): Uint8Array {
  const all = new Map(entries.flatMap(foldersOf).map((path) => [path, folder(path)]))
  for (const entry of entries) all.set(entry.path, entry)
  const sorted = [...all.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
  return Buffer.concat([...sorted.flatMap(blocksOf), Buffer.alloc(2 * block)])
}

function folder(path: string): TarEntry {
  return { kind: 'folder', path, mode: 0o755 }
}

function foldersOf({ path }: TarEntry): string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'))
}

function blocksOf(entry: TarEntry): Uint8Array[] {
  const content = entry.kind === 'file' ? entry.content : new Uint8Array()
  const padding = Buffer.alloc((block - (content.length % block)) % block)
  return [header(entry, content.length), content, padding]
}

function header(entry: TarEntry, size: number): Buffer {
  const bytes = Buffer.alloc(block)
  const { name, prefix } = split(entry.kind === 'folder' ? `${entry.path}/` : entry.path)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  bytes.write(name, 0)
  bytes.write(octal(entry.mode, 7), 100)
  bytes.write(octal(0, 7), 108)
  bytes.write(octal(0, 7), 116)
  bytes.write(octal(size, 11), 124)
  bytes.write(octal(0, 11), 136)
  bytes.write(' '.repeat(8), 148)
  bytes.write(entry.kind === 'folder' ? '5' : '0', 156)
  bytes.write('ustar\x0000', 257)
  bytes.write(prefix, 345)
  const sum = bytes.reduce((total, byte) => total + byte, 0)
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return bytes
}

/** Throws for a path that the format cannot hold. */
function split(path: string): { readonly name: string; readonly prefix: string } {
  if (Buffer.byteLength(path) <= nameBytesMax) return { name: path, prefix: '' }
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)]
    if (Buffer.byteLength(prefix) <= prefixBytesMax && name !== '' && Buffer.byteLength(name) <= nameBytesMax)
      return { name, prefix }
  }
  throw new Error(`${path} is too long for a layer.`)
}
