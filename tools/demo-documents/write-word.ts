import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  Header,
  HeadingLevel,
  LevelFormat,
  Packer,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import type { Block, Run, Source, SourceFacts } from './read-source.ts'

const font = 'Calibri'
const ink = '134E6F'
const line = { style: BorderStyle.SINGLE, size: 4, color: 'B8C4CC' }
const borders = { top: line, bottom: line, left: line, right: line }
const headingSpace = { before: 280, after: 100 }
const bullets = 'bullets'

/** The document for a word processor: styles for title and headings, real lists and tables. */
export async function writeWord({ facts, blocks }: Source): Promise<Uint8Array> {
  const document = new Document({
    title: facts.title,
    creator: facts.owner,
    description: `${facts.number}, version ${facts.version}`,
    styles: {
      default: {
        document: { run: { font, size: 21 }, paragraph: { spacing: { after: 120, line: 269 } } },
        title: { run: { font, size: 44, bold: true, color: ink }, paragraph: { spacing: { after: 160 } } },
        heading1: { run: { font, size: 27, bold: true, color: ink }, paragraph: { spacing: headingSpace } },
        heading2: { run: { font, size: 23, bold: true, color: ink }, paragraph: { spacing: headingSpace } },
      },
    },
    numbering: { config: [listConfig(bullets), ...blocks.map((_, at) => listConfig(`steps ${at}`))] },
    sections: [
      {
        headers: { default: new Header({ children: [headerLine(facts)] }) },
        footers: { default: new Footer({ children: [footerLine()] }) },
        children: [
          new Paragraph({ text: facts.title, heading: HeadingLevel.TITLE }),
          factsTable(facts),
          ...blocks.flatMap(partsOf),
        ],
      },
    ],
  })
  return new Uint8Array(await Packer.toArrayBuffer(document))
}

function listConfig(reference: string) {
  const isBullets = reference === bullets
  const level = {
    level: 0,
    format: isBullets ? LevelFormat.BULLET : LevelFormat.DECIMAL,
    text: isBullets ? '•' : '%1.',
    alignment: AlignmentType.START,
    style: { paragraph: { indent: { left: 500, hanging: 300 } } },
  }
  return { reference, levels: [level] }
}

function headerLine({ number, version }: SourceFacts): Paragraph {
  const text = `Halden Medical  |  ${number}, version ${version}`
  return new Paragraph({ children: [new TextRun({ text, size: 17, color: '5A6B75' })] })
}

function footerLine(): Paragraph {
  const children = ['Page ', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES]
  return new Paragraph({
    alignment: AlignmentType.RIGHT,
    children: [new TextRun({ children, size: 17, color: '5A6B75' })],
  })
}

function factsTable({ number, version, owner, approver, audience }: SourceFacts): Table {
  const rows = [
    ['Document', `${number}, version ${version}`],
    ['Owner', owner],
    ['Approver', approver],
    ['Audience', audience],
  ]
  return tableOf(
    rows.map((cells) => new TableRow({ children: cells.map((text, at) => cellOf(text, at === 0)) })),
  )
}

function partsOf(block: Block, at: number): (Paragraph | Table)[] {
  if (block.kind === 'heading') {
    const heading = block.level === 1 ? HeadingLevel.HEADING_1 : HeadingLevel.HEADING_2
    return [new Paragraph({ text: block.text, heading, keepNext: true })]
  }
  if (block.kind === 'paragraph') return [new Paragraph({ children: runsOf(block.runs) })]
  if (block.kind === 'list') {
    const reference = block.isOrdered ? `steps ${at}` : bullets
    return block.items.map(
      (runs) => new Paragraph({ children: runsOf(runs), numbering: { reference, level: 0 } }),
    )
  }
  const rowOf = (cells: readonly string[], isHead: boolean) =>
    new TableRow({
      tableHeader: isHead,
      cantSplit: true,
      children: cells.map((text) => cellOf(text, isHead)),
    })
  const table = tableOf([rowOf(block.head, true), ...block.rows.map((row) => rowOf(row, false))])
  return [table, new Paragraph({ text: '' })]
}

function tableOf(rows: TableRow[]): Table {
  return new Table({ rows, width: { size: 100, type: WidthType.PERCENTAGE } })
}

function cellOf(text: string, isHead: boolean): TableCell {
  return new TableCell({
    borders,
    margins: { top: 50, bottom: 50, left: 90, right: 90 },
    ...(isHead ? { shading: { fill: 'E8F0F4' } } : {}),
    children: [
      new Paragraph({ spacing: { after: 0 }, children: [new TextRun({ text, bold: isHead, size: 19 })] }),
    ],
  })
}

function runsOf(runs: readonly Run[]): TextRun[] {
  return runs.map(({ text, isBold }) => new TextRun({ text, bold: isBold }))
}
