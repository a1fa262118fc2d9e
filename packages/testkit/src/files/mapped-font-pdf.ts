import { pdfFile } from './pdf-file.ts'

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')

/** A page of lines whose font says by a map (ToUnicode) which character each code is. */
interface MappedPage {
  /** Lines of characters in the order in which they are painted, with the place of the first. */
  readonly lines: readonly { readonly text: string; readonly x: number; readonly y: number }[]
  /** Whether lines go downwards, as Chinese and Japanese ones may. */
  readonly isVertical?: boolean
  /** False: the font does not say what its codes mean. */
  readonly hasMap?: boolean
  /** In place of a map, a predefined encoding of UTF-16 (ISO 32000-1, table 118) and its order. */
  readonly encoding?: { readonly name: string; readonly ordering: string }
}

/** A PDF of one such page, in a font of two bytes per character that is not embedded. */
export function pdfOfMappedText(page: MappedPage): Uint8Array {
  const { lines, isVertical = false, encoding } = page
  const hasMap = encoding === undefined && page.hasMap !== false
  const encodingName = encoding?.name ?? `Identity-${isVertical ? 'V' : 'H'}`
  const characters = [...new Set(lines.flatMap(({ text }) => [...text]))]
  const codeOf = (character: string, at: number) => (encoding ? character.charCodeAt(0) : at + 1)
  const codes = new Map(characters.map((character, at) => [character, hex(codeOf(character, at), 4)]))
  const shown = lines.map(({ text, x, y }) => {
    const codesOfText = [...text].map((character) => codes.get(character)).join('')
    return `BT /F1 11 Tf 1 0 0 1 ${x} ${y} Tm <${codesOfText}> Tj ET`
  })
  const map = [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    `${characters.length} beginbfchar`,
    ...characters.map((character) => `<${codes.get(character)}> <${hex(character.charCodeAt(0), 4)}>`),
    'endbfchar endcmap end end',
  ]
  const stream = (text: string) => ({ text: '<< >>', stream: Buffer.from(text, 'latin1') })
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    stream(shown.join('\n')),
    `<< /Type /Font /Subtype /Type0 /BaseFont /Plain /Encoding /${encodingName} /DescendantFonts [6 0 R] ${hasMap ? '/ToUnicode 7 0 R' : ''} >>`,
    `<< /Type /Font /Subtype /CIDFontType${encoding ? 0 : 2} /BaseFont /Plain /CIDSystemInfo << /Registry (Adobe) /Ordering (${encoding?.ordering ?? 'Identity'}) /Supplement 0 >> /DW ${encoding ? 1000 : 600} /FontDescriptor 8 0 R >>`,
    stream(map.join('\n')),
    '<< /Type /FontDescriptor /FontName /Plain /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
  ])
}
