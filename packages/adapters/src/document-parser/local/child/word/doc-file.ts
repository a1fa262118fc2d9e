import { CompoundFile } from '@portal/file-rules/compound-file'
import { parseError } from '../../../failure-messages.ts'
import { parsedLimits } from '../../protocol.ts'
import { DocBytes } from './doc-bytes.ts'

const wordMagic = 0xa5ec
const flagsAt = 10
const flag = { encrypted: 0x0100, secondTable: 0x0200 }
/** Where the FIB has the lengths of the stories, in the order in which their texts follow. */
const storyLengthsAt = [
  ['body', 0x4c],
  ['footnotes', 0x50],
  ['headers', 0x54],
  ['macros', 0x58],
  ['comments', 0x5c],
  ['endnotes', 0x60],
  ['textBoxes', 0x64],
] as const
export type DocStory = (typeof storyLengthsAt)[number][0]
/** Offsets in the FIB of pairs of longs: a structure's begin in the table stream, its length. */
const pairsAt = {
  styles: 0xa2,
  characterRuns: 0xfa,
  paragraphRuns: 0x102,
  fonts: 0x112,
  pieces: 0x1a2,
} as const

/** Characters `[start, end)` of the document, at `position` of its main stream. */
export interface DocPiece {
  readonly start: number
  readonly text: string
  readonly position: number
  readonly bytesPerCharacter: 1 | 2
}

/** The streams of a Word 97-2003 file (MS-DOC), with what its header says of them. */
export class DocFile {
  readonly main: DocBytes
  readonly #table: DocBytes

  /** Throws DocumentParseError for other files. */
  constructor(content: Uint8Array) {
    const compound = CompoundFile.open(content)
    this.main = new DocBytes(compound?.read('WordDocument') ?? new Uint8Array())
    const flags = this.main.short(flagsAt)
    if (this.main.short(0) !== wordMagic) throw parseError('corrupt')
    if (flags & flag.encrypted) throw parseError('encrypted')
    const name = flags & flag.secondTable ? '1Table' : '0Table'
    this.#table = new DocBytes(compound?.read(name) ?? new Uint8Array())
  }

  /** A structure of the table stream. */
  structure(name: keyof typeof pairsAt): DocBytes {
    const at = pairsAt[name]
    return this.#table.part(this.main.long(at), this.main.long(at + 4))
  }

  /** Where each story is, `[start, end)` in characters. */
  stories(): ReadonlyMap<DocStory, { readonly start: number; readonly end: number }> {
    let start = 0
    return new Map(
      storyLengthsAt.map(([story, at]) => {
        const end = start + this.main.long(at)
        const range = { start, end }
        start = end
        return [story, range] as const
      }),
    )
  }

  /** The pieces that the text consists of (MS-DOC 2.8.35), in the order of its characters. */
  pieces(): DocPiece[] {
    const table = pieceTable(this.structure('pieces'))
    const count = Math.floor((table.length - 4) / 12)
    const pieces: DocPiece[] = []
    const needed = this.stories().get('textBoxes')?.end ?? 0
    let characters = 0
    for (let at = 0; at < count; at++) {
      const [start, end] = [table.long(at * 4), table.long(at * 4 + 4)]
      const stored = table.long((count + 1) * 4 + at * 8 + 2)
      const isNarrow = (stored & 0x40000000) !== 0
      const bytesPerCharacter = isNarrow ? 1 : 2
      const position = isNarrow ? (stored & 0x3fffffff) / 2 : stored & 0x3fffffff
      const bytes = this.main.slice(position, Math.max(0, end - start) * bytesPerCharacter)
      characters += bytes.byteLength / bytesPerCharacter
      if (characters > parsedLimits.charactersMax) throw parseError('too_large_inside')
      const text = new TextDecoder(isNarrow ? 'windows-1252' : 'utf-16le', { ignoreBOM: true }).decode(bytes)
      pieces.push({ start, text, position, bytesPerCharacter })
      if (start + text.length < Math.min(end, needed)) throw parseError('corrupt')
    }
    if (characters < needed) throw parseError('corrupt')
    return pieces
  }
}

/** The names of the fonts by their index (MS-DOC 2.9.286). */
export function readFonts(table: DocBytes): string[] {
  const nameAt = 40
  const names: string[] = []
  for (let at = 4; names.length < table.short(0) && at < table.length; at += table.byte(at) + 1) {
    const bytes = table.slice(at + nameAt, Math.max(0, table.byte(at) + 1 - nameAt))
    names.push(new TextDecoder('utf-16le').decode(bytes).replace(/\0.*$/s, ''))
  }
  return names
}

/** The piece table, after changes of properties that only fast saves left behind. */
function pieceTable(complex: DocBytes): DocBytes {
  let at = 0
  while (complex.byte(at) === 1 && at < complex.length) at += 3 + complex.short(at + 1)
  if (complex.byte(at) !== 2) throw parseError('corrupt')
  return complex.part(at + 5, complex.long(at + 1))
}
