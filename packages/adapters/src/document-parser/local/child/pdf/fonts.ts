import { type Pdfium, readLatin1 } from './pdfium.ts'

/** How a font looks, by its flags (ISO 32000-1, table 123) and its name. */
export interface FontLook {
  readonly isFixedWidth: boolean
  readonly isItalic: boolean
  readonly isBold: boolean
}

const fixedPitch = 1
const italic = 64
const forceBold = 1 << 18
const fixedWidthName = /mono|courier|consol|typewriter|^(?:cm|ec|sf)tt/i
const boldName = /bold|black|heavy|demi|^(?:cm|ec|sf)bx/i
const italicName = /ital|obli|slant|^(?:cm|ec|sf)(?:ti|sl)\d/i

/**
 * The fonts of a file by name. An address is no name: a font is freed with its page, and the same
 * font of another page may be a subset of its own ("ABCDEF+Inter").
 */
export class Fonts {
  readonly looks = new Map<string, FontLook>()
  readonly #engine: Pdfium
  readonly #names = new Map<number, string>()

  constructor(engine: Pdfium) {
    this.#engine = engine
  }

  /** Forgets addresses, which the next page may use again. */
  beginPage(): void {
    this.#names.clear()
  }

  /** The name of a text object's font. */
  nameOf(object: number): string {
    const font = object === 0 ? 0 : this.#engine._FPDFTextObj_GetFont(object)
    const known = this.#names.get(font)
    if (known !== undefined) return known
    const name = font === 0 ? 'unnamed' : this.#read(font)
    this.#names.set(font, name)
    return name
  }

  #read(font: number): string {
    const engine = this.#engine
    const full = readLatin1(engine, (buffer, bytes) => engine._FPDFFont_GetBaseFontName(font, buffer, bytes))
    const name = full.replace(/^[A-Z]{6}\+/, '') || 'unnamed'
    const flags = engine._FPDFFont_GetFlags(font)
    this.looks.set(name, {
      isFixedWidth: (flags & fixedPitch) !== 0 || fixedWidthName.test(name),
      isItalic: (flags & italic) !== 0 || italicName.test(name),
      isBold: (flags & forceBold) !== 0 || boldName.test(name),
    })
    return name
  }
}
