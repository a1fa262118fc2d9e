const byteOrderMarks = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
] as const

/** Real text files contain stray NULs and form feeds; binaries contain more control characters. */
const controlsPerThousandMax = 20

/**
 * The characters of a plain text file without its byte order mark: UTF-8 or UTF-16 by mark, else
 * UTF-8, else Windows-1252, as editors on Windows write it. Null if the bytes are not text. Line
 * ends and stray control characters are kept.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const text = decode(bytes)
  return text !== null && isMostlyText(text) ? text : null
}

function decode(bytes: Uint8Array): string | null {
  const marked = byteOrderMarks.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte))
  if (marked !== undefined) return decodeAs(marked.encoding, bytes)
  const utf8 = decodeAs('utf-8', bytes)
  if (utf8 !== null) return utf8
  return bytes.includes(0) ? null : decodeAs('windows-1252', bytes)
}

function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

function isMostlyText(text: string): boolean {
  let controls = 0
  for (let index = 0; index < text.length; index++) if (isControl(text.charCodeAt(index))) controls++
  return controls * 1000 <= text.length * controlsPerThousandMax
}

/** Tab, LF, VT, FF and CR count as text; U+FFFE and U+FFFF are noncharacters. */
function isControl(unit: number): boolean {
  if (unit < 0x20) return unit < 0x09 || unit > 0x0d
  return (unit >= 0x7f && unit <= 0x9f && unit !== 0x85) || unit >= 0xfffe
}
