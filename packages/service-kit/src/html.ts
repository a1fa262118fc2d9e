/** Safe markup: escaped text or our own literals. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = Html | string | number | null | false | readonly Html[]

/** Escapes inserted text for elements and double-quoted attributes; null and false are left out. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((markup, text, i) => markup + markupOf(parts[i - 1] ?? null) + text))
}

function markupOf(part: Part): string {
  if (part === null || part === false) return ''
  if (part instanceof Html) return part.markup
  if (typeof part === 'object') return part.map((piece) => piece.markup).join('')
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
