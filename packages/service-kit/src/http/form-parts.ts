import { MIMEType } from 'node:util'

/** A part of a multipart body. */
export interface FormPart {
  /** From the delimiter to the end of the headers, line ends included. */
  readonly head: Uint8Array
  readonly content: Uint8Array
  /** The closing delimiter with what follows. */
  readonly isEnd: boolean
}

/** Many or long ones would hold up everybody: forms have a few fields. */
const partsMax = 100
const headBytesMax = 16 * 1024
const lineEnd = '\r\n'
const headEnd = Buffer.from(lineEnd + lineEnd)

/**
 * Cuts a multipart body at its delimiters (RFC 2046, 5.1.1) without copying it. Joined, heads and
 * contents are the body again. Throws TypeError if it has no delimiter, more than a form has, or a
 * part that would have to be decoded.
 */
export function cutParts(bytes: Uint8Array<ArrayBuffer>, type: string): FormPart[] {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const delimiter = `--${boundaryOf(type)}`
  if (!body.subarray(0, delimiter.length).equals(Buffer.from(delimiter)))
    throw new TypeError('The form does not begin with its boundary.')
  const next = Buffer.from(lineEnd + delimiter)
  const parts: FormPart[] = []
  for (let start = 0, from = delimiter.length; start < body.length; ) {
    if (parts.length > partsMax) throw new TypeError('The form has too many parts.')
    const found = body.indexOf(next, from)
    const end = found === -1 ? body.length : found
    const contentStart = found === -1 ? end : endOfHead(body.subarray(start, end)) + start
    parts.push({
      head: body.subarray(start, contentStart),
      content: body.subarray(contentStart, end),
      isEnd: found === -1,
    })
    start = end
    from = end + next.length
  }
  return parts
}

function endOfHead(part: Buffer): number {
  const at = part.subarray(0, headBytesMax).indexOf(headEnd)
  if (at === -1) throw new TypeError('A part of the form has no end of its headers.')
  const end = at + headEnd.length
  if (/^content-transfer-encoding:/im.test(part.toString('latin1', 0, end)))
    throw new TypeError('A part of the form is encoded.')
  return end
}

function boundaryOf(type: string): string {
  const boundary = new MIMEType(type).params.get('boundary')
  if (!boundary) throw new TypeError('The form has no boundary.')
  return boundary
}
