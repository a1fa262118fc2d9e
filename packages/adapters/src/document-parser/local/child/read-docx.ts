import { createRequire } from 'node:module'
import { inflateRawSync } from 'node:zlib'
import { type ZipEntry, ZipRefused } from '@portal/file-rules/zip-directory'
import { readOfficeDirectory, zipLimits } from '@portal/file-rules/zip-rules'
import type { ParsedDocument } from '@portal/service-kit/ports/document-parser'
import { zipSync } from 'fflate'
import mammoth from 'mammoth'
import { parseError } from '../../failure-messages.ts'
import { blocksOfHtml } from './html-blocks.ts'

const { version }: { version: string } = createRequire(import.meta.url)('mammoth/package.json')
const styleMap = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"]

/** mammoth gets only inflated text parts, and reads neither pictures nor external files. */
export async function readDocx(content: Uint8Array): Promise<ParsedDocument> {
  const archive = zipSync(readDocxParts(content), { level: 0 })
  try {
    const buffer = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength)
    const convertImage = mammoth.images.imgElement(async () => ({ src: '' }))
    const options = { styleMap, convertImage, externalFileAccess: false }
    const { value } = await mammoth.convertToHtml({ buffer }, options)
    return { blocks: blocksOfHtml(value), parser: `local mammoth ${version}` }
  } catch (error) {
    throw parseError('corrupt', { cause: error })
  }
}

/** The parts with text or structure: no pictures, fonts, macros and embedded files. */
const wordPart =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|word\/(_rels\/)?(document|styles|numbering|footnotes|endnotes)\d*\.xml(\.rels)?)$/i

/** Inflates a DOCX's text parts within {@link zipLimits}; DOCTYPE and entities are refused. */
function readDocxParts(content: Uint8Array): Record<string, Uint8Array> {
  const parts: Record<string, Uint8Array> = {}
  let left: number = zipLimits.unpackedBytesMax
  for (const entry of directoryOf(content).filter(({ name }) => wordPart.test(name))) {
    const part = inflate(content, entry, left)
    left -= part.byteLength
    refuseDeclarations(part)
    parts[entry.name] = part
  }
  return parts
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
  if (!entry.isDeflated) return packed
  if (entry.unpackedBytes > bytesMax) throw parseError('too_large_inside')
  try {
    const part = inflateRawSync(packed, { maxOutputLength: entry.unpackedBytes + 1 })
    if (part.byteLength === entry.unpackedBytes) return part
  } catch (error) {
    const isLonger = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw parseError(isLonger ? 'too_large_inside' : 'corrupt', { cause: error })
  }
  throw parseError('corrupt')
}

function refuseDeclarations(part: Uint8Array): void {
  const xml = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
  const isUtf8 = !(xml[0] === 0xff || xml[0] === 0xfe || xml.subarray(0, 200).includes(0))
  if (!isUtf8 || xml.includes('<!DOCTYPE') || xml.includes('<!ENTITY'))
    throw parseError('corrupt', { message: 'The file was refused because it declares entities of its own.' })
}
