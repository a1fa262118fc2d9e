import { pdfOfPages } from '@portal/testkit/files/pdf-file'
import { expect, it } from 'vitest'
import { readPdf } from './read-pdf.ts'

const text = (x: number, y: number, words: string) => `BT /F1 11 Tf 1 0 0 1 ${x} ${y} Tm (${words}) Tj ET`
/** As browsers print the marks of a list: a shape of this width, no letter. */
const shape = (x: number, y: number, width = 4) => `${x} ${y} ${width} ${width} re f`

async function blocksOf(operators: readonly string[]): Promise<string[]> {
  const { blocks } = await readPdf(pdfOfPages([{ operators: operators.join('\n') }]))
  return blocks.map(({ kind, text: words }) => `${kind}: ${words}`)
}

it('a list whose bullets are drawn is a list, item by item', async () => {
  const page = [
    text(72, 740, 'Access is granted as follows, and taken back on the last day of work:'),
    ...[shape(90, 721), text(102, 720, 'The root account is for two people')],
    ...[
      shape(90, 705),
      text(102, 704, 'The database is for a limited group of those who'),
      text(102, 688, 'look after data'),
    ],
    ...[shape(90, 673), text(102, 672, 'Servers are for operators')],
    ...[shape(114, 657), text(126, 656, 'Those of customers are not')],
    text(72, 630, 'All of it is reviewed in every quarter of the year.'),
  ]
  expect(await blocksOf(page)).toEqual([
    'paragraph: Access is granted as follows, and taken back on the last day of work:',
    'list-item: • The root account is for two people',
    'list-item: • The database is for a limited group of those who look after data',
    'list-item: • Servers are for operators',
    'list-item: • Those of customers are not',
    'paragraph: All of it is reviewed in every quarter of the year.',
  ])
})

it('other shapes beside text are no bullets: rules, boxes, dots between words, and what has a number', async () => {
  const page = [
    ...[shape(60, 740, 11), text(76, 740, 'A box to be ticked by the one who signs')],
    ...['60 721 2 11 re f', text(66, 720, 'A line beside what was changed')],
    ...[text(72, 700, 'Terms'), shape(103, 703, 3), text(110, 700, 'Privacy')],
    ...[shape(60, 681), text(72, 680, '1. Whoever signs is responsible')],
    ...[shape(60, 640), text(72, 660, 'A line above a mark')],
  ]
  expect((await blocksOf(page)).join('\n')).not.toContain('•')
})
