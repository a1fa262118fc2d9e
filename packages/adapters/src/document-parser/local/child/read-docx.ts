import { createRequire } from 'node:module'
import type { ParsedBlock } from '@portal/service-kit/ports/document-parser'
import { zipSync } from 'fflate'
import mammoth from 'mammoth'
import { parseError } from '../../failure-messages.ts'
import { readDocxParts } from './docx-parts.ts'
import { blocksOfHtml } from './html-blocks.ts'

const { version }: { version: string } = createRequire(import.meta.url)('mammoth/package.json')
const styleMap = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"]

/** mammoth gets only inflated text parts, and reads neither pictures nor external files. */
export async function readDocx(content: Uint8Array): Promise<{ blocks: ParsedBlock[]; parser: string }> {
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
