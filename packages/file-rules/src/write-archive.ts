import { Zip, ZipPassThrough } from 'fflate'

/** A file of an archive, in pieces that are read once they can be sent. */
export interface ArchivedFile {
  /** Its path in the archive; see {@link archiveName}. */
  readonly name: string
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/**
 * Yields a ZIP archive of these files in pieces, holding no more than one piece of one file. The
 * files are stored as they are, because PDF and DOCX are compressed already. Throws what reading a
 * file throws; the archive then has no end and opens nowhere. Less than 4 GB in all.
 */
export async function* writeArchive(files: AsyncIterable<ArchivedFile>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    ready.push(piece)
  })
  for await (const { name, content } of files) {
    const entry = new ZipPassThrough(name)
    zip.add(entry)
    for await (const piece of content) {
      entry.push(piece)
      yield* ready.splice(0)
    }
    entry.push(new Uint8Array(), true)
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready.splice(0)
}

const nameMax = 120

/**
 * A name for a file in an archive that every system can unpack: one segment, without the signs that
 * Windows refuses, hidden ones, or dots and spaces at its ends.
 */
export function archiveName(text: string): string {
  const name = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]+/gu, '-')
    .slice(0, nameMax)
    .replace(/^[.\s-]+|[.\s-]+$/g, '')
  const isReserved = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)/i.test(name)
  return name === '' || isReserved ? `file-${name}` : name
}

/**
 * Gives names that differ, even where case is ignored: different IDs may be the same as names. One
 * that is taken gets a number before its extension.
 */
export function distinctNames(): (base: string, extension?: string) => string {
  const taken = new Set<string>()
  return (base, extension = '') => {
    let name = `${base}${extension}`
    for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = `${base} (${n})${extension}`
    taken.add(name.toLowerCase())
    return name
  }
}
