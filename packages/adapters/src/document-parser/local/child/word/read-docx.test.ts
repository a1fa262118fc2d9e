import { docxFile, wordParagraph } from '@portal/testkit/files/docx-file'
import { describe, expect, it } from 'vitest'
import { readDocx } from './read-docx.ts'

async function blocksOf(body: string, further: Parameters<typeof docxFile>[1] = []): Promise<string[]> {
  const { blocks } = await readDocx(docxFile(body, further))
  return blocks.map(({ kind, level, text }) => `${kind}${level ?? ''}: ${text}`)
}

const bold = (text: string) => `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>${text}</w:t></w:r></w:p>`
const listItem = (text: string, depth: number) =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const relationship = (part: string) =>
  `<Relationship Id="r-${part}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${part}" Target="${part}.xml"/>`
const relationships = (parts: readonly string[]) => ({
  name: 'word/_rels/document.xml.rels',
  content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${parts.map(relationship).join('')}</Relationships>`,
})

describe('a Word file', () => {
  it('keeps characters that XML escapes', async () => {
    expect(await blocksOf(wordParagraph('Costs < 5 & "more" <b>'))).toEqual([
      'paragraph: Costs < 5 & "more" <b>',
    ])
  })

  it('has a bold line of its own as a heading below the last styled one', async () => {
    expect(
      await blocksOf(
        [wordParagraph('Policy', 'Heading1'), bold('Scope'), wordParagraph('All.'), bold('It is bold.')].join(
          '',
        ),
      ),
    ).toEqual(['heading1: Policy', 'heading2: Scope', 'paragraph: All.', 'paragraph: It is bold.'])
  })

  it('has nested list items one by one', async () => {
    const levels = [0, 1]
      .map((level) => `<w:lvl w:ilvl="${level}"><w:numFmt w:val="decimal"/></w:lvl>`)
      .join('')
    const numbering = `<w:numbering ${namespace}><w:abstractNum w:abstractNumId="0">${levels}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`
    const further = [{ name: 'word/numbering.xml', content: numbering }, relationships(['numbering'])]
    expect(
      await blocksOf([listItem('Outer', 0), listItem('Inner', 1), listItem('Next', 0)].join(''), further),
    ).toEqual(['list-item: Outer', 'list-item: Inner', 'list-item: Next'])
  })

  it('has paragraphs and tables within cells on one row', async () => {
    const cell = (content: string) => `<w:tc>${content}</w:tc>`
    const inner = `<w:tbl><w:tr>${cell(wordParagraph('x'))}${cell(wordParagraph('y'))}</w:tr></w:tbl>`
    const row = (...cells: string[]) => `<w:tr>${cells.map(cell).join('')}</w:tr>`
    const table = `<w:tbl>${row(wordParagraph('One') + wordParagraph('two'), inner)}${row(wordParagraph('Three'), wordParagraph(''))}</w:tbl>`
    expect(await blocksOf(table)).toEqual(['table: One two\tx y\nThree'])
  })

  it('has footnotes at its end, one by one', async () => {
    const footnotes = `<w:footnotes ${namespace}><w:footnote w:id="2">${wordParagraph('Since 2019.')}</w:footnote></w:footnotes>`
    const body =
      '<w:p><w:r><w:t>Doors are locked</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:t>.</w:t></w:r></w:p>'
    const further = [{ name: 'word/footnotes.xml', content: footnotes }, relationships(['footnotes'])]
    expect(await blocksOf(body, further)).toEqual(['paragraph: Doors are locked.', 'list-item: Since 2019.'])
  })
})
