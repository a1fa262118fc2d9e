import { docxFile, headingStyles, wordParagraph } from './docx-file.ts'
import { utf8 } from './hostile-file.ts'
import { pdfOfPages, textOperators } from './pdf-file.ts'

const table = ['Record', 'Kept for', 'Invoice', 'Ten years']

/** The words of {@link goodFiles}, as blocks in reading order. */
export const goodBlocks = {
  title: 'Records Policy',
  heading: 'Retention periods',
  paragraph: 'Every record has an owner who decides how long it is kept.',
  clauses: ['a. Invoices are kept for ten years.', 'b. Visitor lists are kept for ninety days.'],
  lastPage: 'The board reviews this policy every year.',
} as const

function cell(text: string): string {
  return `<w:tc>${wordParagraph(text)}</w:tc>`
}

const { title, heading, paragraph, clauses, lastPage } = goodBlocks

/** One policy in each supported format; only the DOCX has a table, only the PDF pages. */
export const goodFiles = {
  'application/pdf': pdfOfPages([
    {
      // Below the top margin, so that the title is not taken for a running header.
      operators: textOperators(
        [
          { text: title, size: 20, gap: 16 },
          { text: heading, size: 15, gap: 12 },
          paragraph.slice(0, 29),
          { text: paragraph.slice(30), gap: 12 },
          ...clauses,
        ],
        690,
      ),
    },
    { operators: textOperators([lastPage]) },
  ]),
  'text/plain': utf8(`${title}\n\n${heading}\n\n${paragraph}\n\n${clauses.join('\n')}\n\n${lastPage}\n`),
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': docxFile(
    [
      wordParagraph(title, 'Heading1'),
      wordParagraph(heading, 'Heading2'),
      wordParagraph(paragraph),
      ...clauses.map((clause) => wordParagraph(clause)),
      `<w:tbl>${[0, 2]
        .map(
          (row) =>
            `<w:tr>${table
              .slice(row, row + 2)
              .map(cell)
              .join('')}</w:tr>`,
        )
        .join('')}</w:tbl>`,
      wordParagraph(lastPage),
    ].join(''),
    headingStyles,
  ),
} as const
