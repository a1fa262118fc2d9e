import type { WordPiece } from './word-blocks.ts'
import { outlineHeading, type WordStyles } from './word-styles.ts'

/** A paragraph that is being read; `after` is what it anchors, such as text boxes. */
export interface OpenParagraph {
  readonly parts: string[]
  characters: number
  boldCharacters: number
  readonly after: WordPiece[]
  style?: string
  outline?: number
  listId?: string
  /** Whether its end is deleted, so that it goes on with the next one. */
  isEndDeleted: boolean
}

/** What a heading, a list item and hidden text are in this file. */
export interface WordLooks {
  readonly styles: WordStyles
  readonly listIds: ReadonlySet<string>
}

/** A sequence of paragraphs and tables: the body, a cell, a text box, a note. */
export class WordFlow {
  readonly #pieces: WordPiece[] = []
  readonly #open: OpenParagraph[] = []
  readonly #looks: WordLooks
  #continued: OpenParagraph | null = null

  constructor(looks: WordLooks) {
    this.#looks = looks
  }

  /** The innermost open paragraph. */
  get paragraph(): OpenParagraph | undefined {
    return this.#open.at(-1)
  }

  /** Begins a paragraph, or goes on with one whose end was deleted. */
  openParagraph(): void {
    const begun = this.#continued
    this.#continued = null
    const text = begun ?? { parts: [], characters: 0, boldCharacters: 0, after: [] }
    const { parts, characters, boldCharacters, after } = text
    this.#open.push({ parts, characters, boldCharacters, after, isEndDeleted: false })
  }

  /** Ends the innermost paragraph. */
  closeParagraph(): void {
    const paragraph = this.#open.pop()
    if (paragraph?.isEndDeleted) this.#continued = paragraph
    else if (paragraph !== undefined) this.#keep(paragraph)
  }

  /** Puts pieces after the open paragraph, or where the flow has come to. */
  add(pieces: readonly WordPiece[]): void {
    const target = this.paragraph?.after ?? this.#pieces
    for (const piece of pieces) target.push(piece)
  }

  /** Ends the flow. */
  close(): readonly WordPiece[] {
    while (this.#open.length > 0) this.closeParagraph()
    if (this.#continued !== null) this.#keep(this.#continued)
    return this.#pieces
  }

  #keep(paragraph: OpenParagraph): void {
    this.add([this.#finished(paragraph), ...paragraph.after])
  }

  #finished(paragraph: OpenParagraph): WordPiece {
    const { parts, characters, boldCharacters, outline, listId } = paragraph
    const style = this.#looks.styles.find('paragraph', paragraph.style)
    const own = outline === undefined ? null : outlineHeading(outline)
    return {
      text: parts.join('').replace(/\s+/g, ' ').trim(),
      heading: style?.heading ?? own,
      isListItem: this.#looks.listIds.has(listId ?? style?.listId ?? ''),
      isBold: boldCharacters >= characters * 0.95,
    }
  }
}
