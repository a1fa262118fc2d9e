import { fileURLToPath } from 'node:url'
import pdfmake, { type Content } from 'pdfmake'
import type { Block, Run, Source, SourceFacts } from './read-source.ts'

/** Source Sans 3 is licensed under the SIL Open Font License, which allows embedding. */
const normal = import.meta.resolve('@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff')
const bold = import.meta.resolve('@fontsource/source-sans-3/files/source-sans-3-latin-600-normal.woff')
const fonts = { 'Source Sans': { normal: fileURLToPath(normal), bold: fileURLToPath(bold) } }

/** So that the same text makes the same bytes. */
const unchanging = new Date('2026-01-05T08:00:00Z')

const ink = '#134e6f'
const quiet = '#5a6b75'
const margin = 62

/** The document as PDF: running header, page numbers, bookmarks, one column or two. */
export async function writePdf({ facts, blocks }: Source): Promise<Uint8Array> {
  pdfmake.setFonts(fonts)
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => Object.values(fonts['Source Sans']).includes(path))
  return new Uint8Array(await pdfmake.createPdf(definition(facts, blocks)).getBuffer())
}

function definition(facts: SourceFacts, blocks: readonly Block[]) {
  const { number, title, version, owner } = facts
  return {
    info: {
      title,
      author: `Halden Medical, ${owner}`,
      subject: `${number}, version ${version}`,
      creationDate: unchanging,
    },
    pageSize: 'A4',
    pageMargins: [margin, 82, margin, 66],
    defaultStyle: { font: 'Source Sans', fontSize: 10, lineHeight: 1.1 },
    styles: {
      title: { fontSize: 22, bold: true, color: ink, margin: [0, 0, 0, 10] },
      heading1: { fontSize: 13, bold: true, color: ink, margin: [0, 12, 0, 5] },
      heading2: { fontSize: 11, bold: true, color: ink, margin: [0, 8, 0, 4] },
      running: { fontSize: 8, color: quiet },
    },
    header: () => ({
      columns: [
        { text: 'Halden Medical' },
        { text: `${number} · ${title}`, alignment: 'right', width: 'auto' },
      ],
      style: 'running',
      margin: [margin, 36, margin, 0],
    }),
    footer: (page: number, pages: number) => ({
      columns: [{ text: `Version ${version}` }, { text: `Page ${page} of ${pages}`, alignment: 'right' }],
      style: 'running',
      margin: [margin, 24, margin, 0],
    }),
    content: [{ text: title, style: 'title', outline: true }, factsTable(facts), ...body(facts, blocks)],
  }
}

function body({ layout }: SourceFacts, blocks: readonly Block[]): Content[] {
  const flow = kept(blocks)
  if (layout !== 'columns') return flow
  return [{ columns: [{ stack: flow }, { text: '' }], columnGap: 22, snakingColumns: true }]
}

/** Headings stay with the block that follows them; the appendices begin on a page of their own. */
function kept(blocks: readonly Block[]): Content[] {
  const contents: Content[] = []
  let headings: Extract<Block, { kind: 'heading' }>[] = []
  for (const block of blocks) {
    if (block.kind === 'heading') headings.push(block)
    else {
      const pageBreak = headings[0]?.text.startsWith('Appendix A.') ? { pageBreak: 'before' } : {}
      contents.push({
        stack: [...headings, block].map(contentOf),
        unbreakable: headings.length > 0,
        ...pageBreak,
      })
      headings = []
    }
  }
  return contents
}

function factsTable({ number, version, owner, approver, audience }: SourceFacts): Content {
  const rows = [
    ['Document', `${number}, version ${version}`],
    ['Owner', owner],
    ['Approver', approver],
    ['Audience', audience],
  ]
  const body = rows.map(([name = '', value = '']) => [{ text: name, bold: true }, { text: value }])
  return { table: { widths: [70, '*'], body }, layout: lines, fontSize: 9, margin: [0, 0, 0, 8] }
}

function contentOf(block: Block): Content {
  if (block.kind === 'heading') return { text: block.text, style: `heading${block.level}`, outline: true }
  if (block.kind === 'paragraph') return { text: textOf(block.runs), margin: [0, 0, 0, 5] }
  if (block.kind === 'list') {
    const markerOf = (at: number) => (block.isOrdered ? `${at + 1}.` : '•')
    const items = block.items.map((runs, at) => ({
      columns: [{ text: markerOf(at), width: 14 }, { text: textOf(runs) }],
      columnGap: 0,
      margin: [6, 0, 0, 2],
    }))
    return { stack: items, margin: [0, 0, 0, 5] }
  }
  const head = block.head.map((text) => ({ text, bold: true, fillColor: '#e8f0f4' }))
  const rows = block.rows.map((row) => row.map((text) => ({ text })))
  return {
    table: { headerRows: 1, dontBreakRows: true, widths: widthsOf(block), body: [head, ...rows] },
    layout: lines,
    fontSize: 9,
    margin: [0, 2, 0, 8],
  }
}

function textOf(runs: readonly Run[]) {
  return runs.map(({ text, isBold }) => ({ text, bold: isBold }))
}

/** Columns share the width by the length of what they hold, within bounds. */
function widthsOf({ head, rows }: Extract<Block, { kind: 'table' }>): string[] {
  const lengths = head.map((name, at) =>
    Math.min(60, Math.max(12, name.length, ...rows.map((row) => row[at]?.length ?? 0))),
  )
  const total = lengths.reduce((sum, length) => sum + length, 0)
  return lengths.map((length) => `${((length / total) * 100).toFixed(2)}%`)
}

const lines = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0,
  hLineColor: () => '#b8c4cc',
  paddingTop: () => 3,
  paddingBottom: () => 3,
}
