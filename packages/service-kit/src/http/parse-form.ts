import type { UploadedFile } from '@portal/contracts/route'
import { sha256Of } from '../sha256-of.ts'
import { cutParts, type FormPart } from './form-parts.ts'

/** The text fields of a form, and what it has under the name `file`. */
export interface ParsedForm {
  readonly fields: readonly (readonly [name: string, value: string])[]
  /** Their contents share the memory of the form. */
  readonly files: readonly UploadedFile[]
}

/** Above this a content is not shown to the reader of forms, which takes 8 ms a megabyte. */
const shownBytesMax = 16 * 1024

/**
 * Reads multipart form data (RFC 7578). Large contents are cut out before the form is parsed as the
 * Fetch standard wants it, so that one of ten megabytes takes as long as a small one. Throws
 * TypeError if it is damaged.
 */
export async function parseForm(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<ParsedForm> {
  const parts = cutParts(bytes, type)
  const shown = parts.map((part) => (isLarge(part) ? part.head : Buffer.concat([part.head, part.content])))
  const form = await new Response(Buffer.concat(shown), { headers: { 'content-type': type } }).formData()
  const entries = [...form.entries()]
  const contents = parts.filter(({ isEnd }) => !isEnd)
  if (entries.length !== contents.length) throw new TypeError('The parts of the form are unclear.')
  const fields: (readonly [string, string])[] = []
  const files: UploadedFile[] = []
  let isUnclear = false
  for (const [at, [name, value]] of entries.entries()) {
    const content = contents[at]?.content ?? new Uint8Array()
    if (value instanceof File) {
      if (name === 'file') files.push(await described(value, content))
    } else if (name === 'file') isUnclear = true
    else fields.push([name, isLarge({ content }) ? new TextDecoder().decode(content) : value])
  }
  // A text field of that name is not a file, so there is no single file.
  return { fields, files: isUnclear ? [] : files }
}

function isLarge({ content }: Pick<FormPart, 'content'>): boolean {
  return content.byteLength > shownBytesMax
}

async function described({ name, type }: File, content: Uint8Array): Promise<UploadedFile> {
  return { name, type, content, sha256: (await sha256Of(content)).toString('hex') }
}
