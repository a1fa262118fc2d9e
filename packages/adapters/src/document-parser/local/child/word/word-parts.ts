import { posix } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { type ZipEntry, ZipRefused } from '@portal/file-rules/zip-directory'
import { readOfficeDirectory, zipLimits } from '@portal/file-rules/zip-rules'
import { parseError } from '../../../failure-messages.ts'
import { readXml } from './word-xml.ts'

const documentType = '/officeDocument'

/** What a part refers to: by the id in its text, with the last word of the relationship's type. */
interface Relationship {
  readonly id: string
  readonly type: string
  readonly target: string
}

/**
 * The parts of a DOCX within {@link zipLimits}, inflated on demand and never written anywhere.
 * External targets are no parts; declarations of entities are refused.
 */
export class WordParts {
  readonly #content: Uint8Array
  readonly #entries: ReadonlyMap<string, ZipEntry>
  #bytesLeft: number = zipLimits.unpackedBytesMax
  readonly #main: string
  readonly #related: readonly Relationship[]

  constructor(content: Uint8Array) {
    this.#content = content
    this.#entries = new Map(directoryOf(content).map((entry) => [entry.name.toLowerCase(), entry]))
    const main = this.#relationshipsOf('').find(({ type }) => type.endsWith(documentType))?.target
    this.#main = main !== undefined && this.#entries.has(main) ? main : 'word/document.xml'
    this.#related = this.#relationshipsOf(this.#main)
  }

  /** The XML of the main part. */
  get main(): string {
    const xml = this.#read(this.#main)
    if (xml === null) throw parseError('corrupt', { message: 'The file holds no Word document.' })
    return xml
  }

  /** The XML of the part of a kind ("styles") that the main part refers to, or null. */
  ofKind(kind: string): string | null {
    const related = this.#related.find(({ type }) => type.endsWith(`/${kind}`))?.target
    const usual = posix.join(posix.dirname(this.#main), `${kind}.xml`)
    return (related === undefined ? null : this.#read(related)) ?? this.#read(usual)
  }

  /** The XML of the part that the main part's text refers to by `id`, or null. */
  byId(id: string): string | null {
    const target = this.#related.find((relationship) => relationship.id === id)?.target
    return target === undefined ? null : this.#read(target)
  }

  #relationshipsOf(part: string): Relationship[] {
    const folder = posix.dirname(part)
    const xml = this.#read(posix.join(folder, '_rels', `${posix.basename(part)}.rels`))
    const found: Relationship[] = []
    if (xml === null) return found
    readXml(xml, {
      open(name, attribute) {
        const [id = '', type = '', target] = [attribute('Id'), attribute('Type'), attribute('Target')]
        const isPart = /Relationship$/.test(name) && target !== undefined
        if (isPart && attribute('TargetMode') !== 'External')
          found.push({ id, type, target: posix.resolve('/', folder, target).slice(1).toLowerCase() })
        return true
      },
    })
    return found
  }

  #read(name: string): string | null {
    const entry = this.#entries.get(name.toLowerCase())
    if (entry === undefined) return null
    const part = inflate(this.#content, entry, this.#bytesLeft)
    this.#bytesLeft -= part.byteLength
    const xml = decode(part)
    if (xml.includes('<!DOCTYPE') || xml.includes('<!ENTITY'))
      throw parseError('corrupt', {
        message: 'The file was refused because it declares entities of its own.',
      })
    return xml
  }
}

function directoryOf(content: Uint8Array): readonly ZipEntry[] {
  try {
    return readOfficeDirectory(content)
  } catch (error) {
    if (!(error instanceof ZipRefused)) throw error
    const { message, problem } = error
    const reason = problem === 'too_large' ? 'too_large_inside' : problem === 'unsafe' ? 'corrupt' : problem
    throw parseError(reason, { message, cause: error })
  }
}

function inflate(content: Uint8Array, entry: ZipEntry, bytesMax: number): Uint8Array {
  const packed = content.subarray(entry.dataStart, entry.dataStart + entry.packedBytes)
  if (entry.unpackedBytes > bytesMax) throw parseError('too_large_inside')
  if (!entry.isDeflated) return packed
  try {
    const part = inflateRawSync(packed, { maxOutputLength: entry.unpackedBytes + 1 })
    if (part.byteLength === entry.unpackedBytes) return part
  } catch (error) {
    const isLonger = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw parseError(isLonger ? 'too_large_inside' : 'corrupt', { cause: error })
  }
  throw parseError('corrupt')
}

/** A part is in UTF-8 or UTF-16 (ECMA-376-2, 7.1.4); the decoder drops its byte order mark. */
function decode(part: Uint8Array): string {
  const [first, second] = part
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(part)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(part)
  return new TextDecoder().decode(part)
}
