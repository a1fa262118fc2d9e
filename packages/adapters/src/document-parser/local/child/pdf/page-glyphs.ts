import type { Pdfium } from './pdfium.ts'
import { readsAsWords } from './reads-as-words.ts'
import type { GlyphRun } from './segments.ts'
import { fromRightToLeft, turnedDown, usualSigns } from './vertical-writing.ts'

/** What a page draws as text. `drawn` counts glyphs, `unread` those without a character. */
export interface PageGlyphs {
  readonly runs: readonly GlyphRun[]
  readonly drawn: number
  readonly unread: number
  /** The text objects that gave characters. */
  readonly objects: ReadonlySet<number>
}

/** The visible part of a page, in points. */
export interface PageBox {
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
}

/** Text in another direction than the page's is put below everything else, apart by this. */
const otherDirection = 100_000
const scratchBytes = 64

interface Cursor {
  readonly engine: Pdfium
  readonly text: number
  readonly scratch: number
  readonly fontOf: (object: number) => string
  /** Fonts whose lines run downwards on this page. */
  readonly verticalFonts: Set<string>
}

interface Style {
  readonly object: number
  readonly size: number
  readonly font: string
  /** Quarter turns, anticlockwise; or {@link downwards}. */
  readonly turns: number
}

/** In place of turns: glyphs that are not turned themselves follow one another downwards. */
const downwards = 4

/** Reads the characters of a page with their places, in painting order. */
export function readGlyphs(
  { engine, page, box }: { readonly engine: Pdfium; readonly page: number; readonly box: PageBox },
  fontOf: (object: number) => string,
): PageGlyphs {
  const text = engine._FPDFText_LoadPage(page)
  const scratch = engine.wasmExports.malloc(scratchBytes)
  try {
    return collect({ engine, text, scratch, fontOf, verticalFonts: new Set() }, box)
  } finally {
    engine.wasmExports.free(scratch)
    engine._FPDFText_ClosePage(text)
  }
}

type OpenRun = { -readonly [Key in keyof GlyphRun]: GlyphRun[Key] } & {
  turns: number
  /** Its characters are codes of a font that does not say what they mean. */
  isGuess: boolean
}

function collect(cursor: Cursor, box: PageBox): PageGlyphs {
  const { engine, text } = cursor
  const count = engine._FPDFText_CountChars(text)
  const runs: OpenRun[] = []
  const objects = new Set<number>()
  let style: Style = { object: 0, size: 1, font: '', turns: 0 }
  let isAfterSpace = false
  let drawn = 0
  let unread = 0
  for (let at = 0; at < count; at++) {
    const { character, isGuess } = characterAt(cursor, at)
    if (character === ' ') {
      isAfterSpace = true
      continue
    }
    const object = engine._FPDFText_GetTextObject(text, at)
    const isSame = object === style.object
    if (!isSame) {
      style = styleAt(cursor, object, at)
      objects.add(object)
    }
    const position = positionAt(cursor, style.turns, at)
    if (!isWithin(box, position)) continue
    drawn++
    const run = runs.at(-1)
    if (character === '') unread++
    else if (run !== undefined && isSame && run.isGuess === isGuess && adjoins(run, position)) {
      run.text += isAfterSpace ? ` ${character}` : character
      run.x = Math.min(run.x, position.x)
      run.right = Math.max(run.right, position.right)
    } else {
      const { x, y, right } = position
      const { font, size, turns } = style
      const isRightToLeft = rightToLeft.test(character)
      runs.push({ text: character, x, y, right, size, font, isAfterSpace, isRightToLeft, turns, isGuess })
    }
    isAfterSpace = false
  }
  const { kept, dropped } = withoutWrongGuesses(runs)
  return { runs: turned(kept), drawn, unread: unread + dropped, objects }
}

/** A font without character names often uses ASCII codes: believed where they read as words. */
function withoutWrongGuesses(runs: readonly OpenRun[]): { kept: readonly OpenRun[]; dropped: number } {
  const guesses = Map.groupBy(
    runs.filter(({ isGuess }) => isGuess),
    ({ font }) => font,
  )
  if (guesses.size === 0) return { kept: runs, dropped: 0 }
  const wrong = new Set<string>()
  let dropped = 0
  for (const [font, guessed] of guesses) {
    const text = guessed.map((run) => run.text).join(' ')
    if (readsAsWords(text)) continue
    wrong.add(font)
    dropped += text.replaceAll(' ', '').length
  }
  return { kept: runs.filter(({ isGuess, font }) => !(isGuess && wrong.has(font))), dropped }
}

/** A character, ' ' for white space, '' for a glyph whose character the file does not say. */
function characterAt({ engine, text }: Cursor, at: number): { character: string; isGuess: boolean } {
  const code = engine._FPDFText_GetUnicode(text, at)
  if (code === 0x20 || code === 0xa0 || code === 0x0d || code === 0x0a || code === 0x09) return space
  const isGuess = engine._FPDFText_HasUnicodeMapError(text, at) === 1
  // At line ends the engine marks a hyphen as one that it would drop.
  if ((code === 0x02 || code === 0xfffe) && engine._FPDFText_IsHyphen(text, at) === 1) return hyphen
  if (code < 0x20 || code === 0xfffd || code > 0x10ffff || (isGuess && code > 0xff)) return unreadable
  return { character: characters.get(code) ?? String.fromCodePoint(code), isGuess }
}

const space = { character: ' ', isGuess: false }
const hyphen = { character: '-', isGuess: false }
const unreadable = { character: '', isGuess: false }

/** Ligatures as letters, and the bullets of the two symbol fonts that every system has. */
const characters: ReadonlyMap<number, string> = new Map([
  [0xfb00, 'ff'],
  [0xfb01, 'fi'],
  [0xfb02, 'fl'],
  [0xfb03, 'ffi'],
  [0xfb04, 'ffl'],
  [0xfb05, 'st'],
  [0xfb06, 'st'],
  [0xf0b7, '•'],
  [0xf0a7, '▪'],
  [0xf0fc, '✓'],
  ...usualSigns,
])

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u

function styleAt(cursor: Cursor, object: number, at: number): Style {
  const { engine, text, scratch, fontOf } = cursor
  engine._FPDFText_GetMatrix(text, at, scratch)
  const floats = engine.HEAPF32.subarray(scratch >> 2, (scratch >> 2) + 4)
  const [a = 1, b = 0, c = 0, d = 1] = floats
  const scale = Math.hypot(c, d) || Math.hypot(a, b) || 1
  const size = Math.round(engine._FPDFText_GetFontSize(text, at) * scale * 100) / 100
  const turns = (Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4
  const font = fontOf(object)
  const isVertical = turns === 0 && runsDownwards(cursor, { object, size, font }, at)
  return { object, size, font, turns: isVertical ? downwards : turns }
}

/** Whether the next glyph is below; of a lone one its font is known by others, or not. */
function runsDownwards(cursor: Cursor, style: Pick<Style, 'object' | 'size' | 'font'>, at: number): boolean {
  const { engine, text, verticalFonts } = cursor
  const { object, size, font } = style
  if (engine._FPDFText_GetTextObject(text, at + 1) !== object) return verticalFonts.has(font)
  const [here, next] = [originAt(cursor, at), originAt(cursor, at + 1)]
  const isBelow = Math.abs(next.x - here.x) < size * 0.1 && next.y < here.y - size * 0.5
  if (isBelow) verticalFonts.add(font)
  return isBelow
}

/** Positions of the edges in the engine's rectangle of four floats. */
export const rectangle = { left: 0, top: 1, right: 2, bottom: 3 } as const

interface Position {
  readonly x: number
  readonly y: number
  readonly right: number
  readonly pageX: number
  readonly pageY: number
}

function originAt({ engine, text, scratch }: Cursor, at: number) {
  engine._FPDFText_GetCharOrigin(text, at, scratch, scratch + 8)
  return { x: engine.HEAPF64[scratch >> 3] ?? 0, y: engine.HEAPF64[(scratch >> 3) + 1] ?? 0 }
}

/** Where a glyph is, in a frame in which its line runs from left to right. */
function positionAt(cursor: Cursor, turns: number, at: number): Position {
  const { engine, text, scratch } = cursor
  const { x: pageX, y: pageY } = originAt(cursor, at)
  engine._FPDFText_GetLooseCharBox(text, at, scratch + 16)
  const edge = (index: number) => engine.HEAPF32[((scratch + 16) >> 2) + index] ?? 0
  if (turns === downwards) {
    const box = { x: pageX, top: edge(rectangle.top), bottom: edge(rectangle.bottom) }
    return { ...turnedDown(box), pageX, pageY }
  }
  if (turns === 0) return { x: pageX, y: pageY, right: edge(rectangle.right), pageX, pageY }
  if (turns === 1) return { x: pageY, y: -pageX, right: edge(rectangle.top), pageX, pageY }
  if (turns === 2) return { x: -pageX, y: -pageY, right: -edge(rectangle.left), pageX, pageY }
  return { x: -pageY, y: pageX, right: -edge(rectangle.bottom), pageX, pageY }
}

function isWithin({ left, right, bottom, top }: PageBox, { pageX, pageY }: Position): boolean {
  return pageX >= left - 1 && pageX <= right + 1 && pageY >= bottom - 1 && pageY <= top + 1
}

/** Within an operator, numbers may move the pen: wide gaps, and backwards, begin another run. */
function adjoins(run: GlyphRun, { x, y, right }: Position): boolean {
  if (Math.abs(y - run.y) >= run.size * 0.3) return false
  if (run.isRightToLeft && right < run.x + run.size * 0.5 && right > run.x - run.size * 0.8) return true
  return x > run.right - run.size * 0.5 && x < run.right + run.size * 0.8
}

/** The direction of most of the text first; the rest of it below, each direction for itself. */
function turned(runs: readonly OpenRun[]): GlyphRun[] {
  const byDirection = [...Map.groupBy(runs, ({ turns }) => turns)].map(([turns, all]) => ({
    ordered: turns === downwards ? fromRightToLeft(all) : all,
    weight: all.reduce((sum, { text }) => sum + text.length, 0),
  }))
  const order = byDirection.toSorted((a, b) => b.weight - a.weight)
  for (const [rank, { ordered }] of order.entries()) for (const run of ordered) run.y -= rank * otherDirection
  return order.flatMap(({ ordered }) => ordered)
}
