import { hash } from 'node:crypto'
import type { UploadedFile } from '@portal/contracts/route'

/** The text fields of a form, and what it has under the name `file`. */
export interface ParsedForm {
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly files: readonly (UploadedFile & { readonly content: Uint8Array<ArrayBuffer> })[]
}

/** Reads multipart form data. Throws TypeError if it is damaged. */
export async function parseForm(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<ParsedForm> {
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
  const fields = [...form.entries()].flatMap(([name, value]) =>
    name !== 'file' && typeof value === 'string' ? [[name, value] as const] : [],
  )
  const values = form.getAll('file')
  const files = values.filter((value) => value instanceof File)
  // A text field of that name is not a file, so there is no single file.
  if (files.length < values.length) return { fields, files: [] }
  return { fields, files: await Promise.all(files.map(readFile)) }
}

async function readFile(file: File) {
  const content = new Uint8Array(await file.arrayBuffer())
  return { name: file.name, type: file.type, content, sha256: hash('sha256', content) }
}
