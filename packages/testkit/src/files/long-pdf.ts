import { pdfOfPages, textOperators } from './pdf-file.ts'

const bodyLines = 12
/** Pages that are alike but for numbers would be taken for a form. */
const colours = ['red', 'green', 'blue', 'white', 'black', 'brown', 'grey', 'pink', 'yellow']
/** Pages after it have no running lines, so that sentences go on from one to the next. */
const lastRunning = 6

/**
 * A PDF whose pages mean something else by themselves: a running header and footer, sentences that
 * go on over the end of a page, a title on the first page only and chapters on every fourth.
 */
export function longPdf(pages: number): Uint8Array {
  return pdfOfPages(Array.from({ length: pages }, (_, index) => ({ operators: operatorsOf(index + 1) })))
}

function operatorsOf(page: number): string {
  const colour = colours[page % colours.length]
  const lines = [
    ...(page === 1 ? [{ text: 'Security Policy', size: 24, gap: 12 }] : []),
    ...(page === 1 ? [] : [{ text: `wear a ${colour} badge while they are in the building.`, gap: 6 }]),
    ...(page % 4 === 2 ? [{ text: `Chapter ${page}`, size: 16, gap: 8 }] : []),
    { text: `The ${colour} floor`, size: 13, gap: 6 },
    ...Array.from({ length: bodyLines }, (_, line) => `Door ${line} of the ${colour} floor is locked at`),
    `night, and visitors of the ${colour} floor must`,
  ]
  const text = textOperators(lines, 720)
  if (page > lastRunning) return text
  return [
    textOperators(['Halden Medical, internal use'], 770),
    text,
    textOperators([`Page ${page}`], 30),
  ].join('\n')
}
