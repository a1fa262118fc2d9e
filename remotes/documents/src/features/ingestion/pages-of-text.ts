import type { VersionText } from '@portal/contracts/versions'

/** What was read of one page. */
export interface PageOfText {
  readonly page: number
  readonly text: string
}

/**
 * The text of each page that has any. `pages` names where pages begin, from the second on; what
 * lies before is the first one's.
 */
export function pagesOfText({ text, pages }: Pick<VersionText, 'text' | 'pages'>): PageOfText[] {
  const starts = [{ page: 1, start: 0 }, ...pages]
  return starts
    .map(({ page, start }, at) => ({ page, text: text.slice(start, starts[at + 1]?.start).trim() }))
    .filter((one) => one.text !== '')
}
