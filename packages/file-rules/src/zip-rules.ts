import { readZipDirectory, type ZipEntry, ZipRefused } from './zip-directory.ts'

/** Limits on the contents of an Office file (reliability.md, "Uploads"). */
export const zipLimits = {
  entriesMax: 2_000,
  unpackedBytesMax: 50 * 1024 * 1024,
  ratioMax: 100,
  /** Below this size a high ratio is harmless: repetitive XML compresses very well. */
  ratioFreeBytes: 100 * 1024,
} as const

const nestedArchive =
  /\.(zip|docx?m?|dotx|xlsx?m?|pptx?m?|jar|7z|rar|gz|tgz|bz2|xz|zst|tar|cab|iso|odt|ods|epub|apk)$/i
/** Word keeps the workbook behind a chart here, as an Office file; it is never opened. */
const officeEmbedding = /^word\/embeddings\/[^/]+\.(docx|xlsx|pptx|vsdx)$/i

/**
 * The directory of an Office file whose parts may be inflated: within {@link zipLimits}, without
 * nested archives, escaping or duplicate names. Throws {@link ZipRefused}. Sizes are what the
 * directory claims, so inflating still needs a cap.
 */
export function readOfficeDirectory(bytes: Uint8Array): readonly ZipEntry[] {
  const entries = readZipDirectory(bytes, zipLimits.entriesMax)
  refuseNames(entries)
  refuseSizes(entries)
  for (const entry of entries) refuseNesting(bytes, entry)
  return entries
}

function refuseNames(entries: readonly ZipEntry[]): void {
  const seen = new Set<string>()
  for (const { name } of entries) {
    const folded = name.toLowerCase()
    if (seen.has(folded)) throw refused('two of its parts have the same name')
    seen.add(folded)
    const escapes = name.split('/').some((segment) => segment === '..' || segment === '.')
    if (escapes || name === '' || name.startsWith('/') || /[\\\0:]|\/\//.test(name))
      throw refused('a part has a name that leads outside of it')
  }
}

function refuseSizes(entries: readonly ZipEntry[]): void {
  let unpacked = 0
  let packed = 0
  for (const entry of entries) {
    unpacked += entry.unpackedBytes
    packed += entry.packedBytes
    // A picture that is mostly white packs as well as a bomb, but nothing inflates it.
    if (/\.(?:xml|rels)$/i.test(entry.name)) refuseRatio(entry.unpackedBytes, entry.packedBytes)
  }
  if (unpacked > zipLimits.unpackedBytesMax) throw tooLarge('more than 50 MB')
  refuseRatio(unpacked, packed)
}

function refuseRatio(unpackedBytes: number, packedBytes: number): void {
  if (unpackedBytes > zipLimits.ratioFreeBytes && unpackedBytes > packedBytes * zipLimits.ratioMax)
    throw tooLarge(`more than ${zipLimits.ratioMax} times its own size`)
}

function refuseNesting(bytes: Uint8Array, entry: ZipEntry): void {
  if (officeEmbedding.test(entry.name)) return
  const [first, second] = bytes.subarray(entry.dataStart)
  const isStoredArchive = !entry.isDeflated && first === 0x50 && second === 0x4b && entry.packedBytes > 22
  if (isStoredArchive || nestedArchive.test(entry.name)) throw refused('it contains another archive')
}

const refused = (why: string) => new ZipRefused('unsafe', `The file was refused because ${why}.`)
const tooLarge = (size: string) => new ZipRefused('too_large', `The file would unpack to ${size}.`)
