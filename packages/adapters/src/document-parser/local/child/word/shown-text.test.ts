import {
  documentFrame,
  docxFile,
  docxParts,
  docxWithMain,
  wordParagraph,
} from '@portal/testkit/files/docx-file'
import { zipArchive } from '@portal/testkit/files/zip-archive'
import { describe, expect, it } from 'vitest'
import { readDocx } from './read-docx.ts'

async function textOf(content: Uint8Array): Promise<string[]> {
  return (await readDocx(content)).blocks.map(({ text }) => text)
}

const shown = (body: string, further: Parameters<typeof docxFile>[1] = []) => textOf(docxFile(body, further))
const run = (text: string, properties = '') =>
  `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (...runs: string[]) => `<w:p>${runs.join('')}</w:p>`
const field = (type: string, inside = '') =>
  `<w:r><w:fldChar w:fldCharType="${type}">${inside}</w:fldChar></w:r>`
const instruction = (code: string) => `<w:r><w:instrText>${code}</w:instrText></w:r>`
const boxed = (text: string) => `<w:txbxContent>${wordParagraph(text)}</w:txbxContent>`
const drawing = (content: string) =>
  `<w:r><w:drawing><wp:anchor xmlns:wp="urn:wp"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData>${content}</a:graphicData></a:graphic></wp:anchor></w:drawing></w:r>`
const shape = (text: string) =>
  drawing(`<wps:wsp xmlns:wps="urn:wps"><wps:txbx>${boxed(text)}</wps:txbx></wps:wsp>`)
const picture = `<w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:imagedata/></v:shape></w:pict></w:r>`
const oval = (text: string) =>
  `<w:r><w:pict><v:oval xmlns:v="urn:schemas-microsoft-com:vml"><v:textbox>${boxed(text)}</v:textbox></v:oval></w:pict></w:r>`
const either = (choice: string, fallback: string) =>
  `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="wps">${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`
const equation = (content: string) =>
  `<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math">${content}</m:oMath>`
const term = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`

describe('the text of a Word file', () => {
  it.each([
    ['insertions', paragraph(run('Doors are '), `<w:ins>${run('always ')}</w:ins>`, run('locked.'))],
    [
      'no deletions',
      paragraph(
        run('Doors are '),
        '<w:del><w:r><w:delText>never </w:delText></w:r></w:del>',
        run('always locked.'),
      ),
    ],
    [
      'moved text once, where it is now',
      paragraph(`<w:moveFrom>${run('always ')}</w:moveFrom>`, run('Doors are ')).replace('</w:p>', '') +
        `<w:moveTo>${run('always ')}</w:moveTo>${run('locked.')}</w:p>`,
    ],
    [
      'one paragraph where the end of the first one is deleted',
      `<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>${run('Doors are ')}</w:p>${paragraph(run('always locked.'))}`,
    ],
    [
      'no row that is deleted',
      `${paragraph(run('Doors are always locked.'))}<w:tbl><w:tr><w:trPr><w:del/></w:trPr><w:tc>${wordParagraph('x')}</w:tc><w:tc>${wordParagraph('y')}</w:tc></w:tr></w:tbl>`,
    ],
    ['no hidden text', paragraph(run('Doors are always '), run('never', '<w:vanish/>'), run('locked.'))],
    [
      'text that was hidden before a change',
      paragraph(
        run(
          'Doors are always locked.',
          '<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange><w:vanish w:val="0"/>',
        ),
      ),
    ],
    [
      'text in other directions',
      paragraph(`<w:bdo w:val="ltr">${run('Doors are ')}</w:bdo><w:dir>${run('always locked.')}</w:dir>`),
    ],
    [
      'smart tags, content controls and links',
      paragraph(
        `<w:smartTag>${run('Doors')}</w:smartTag><w:sdt><w:sdtPr><w:alias w:val="x"/></w:sdtPr><w:sdtContent>${run(' are ')}</w:sdtContent></w:sdt><w:hyperlink>${run('always locked.')}</w:hyperlink>`,
      ),
    ],
    [
      'the results of fields and not their codes',
      paragraph(
        run('Doors are '),
        field('begin'),
        instruction(' IF '),
        `${field('begin')}${instruction('MERGEFIELD x')}${field('separate')}${run('never')}${field('end')}`,
        field('separate'),
        run('always'),
        field('end'),
        run(' locked.'),
      ),
    ],
    [
      'the words of annotated characters without their reading',
      paragraph(
        `<w:r><w:ruby><w:rubyPr/><w:rt>${run('dorz')}</w:rt><w:rubyBase>${run('Doors')}</w:rubyBase></w:ruby></w:r>`,
        run(' are always locked.'),
      ),
    ],
    [
      'no soft hyphens',
      paragraph(run('Doors are al\u00adways lock'), '<w:r><w:softHyphen/></w:r>', run('ed.')),
    ],
    [
      'breaks and tabs as spaces',
      paragraph(run('Doors'), '<w:r><w:br/></w:r>', run('are'), '<w:r><w:tab/></w:r>', run('always locked.')),
    ],
    [
      'what stands in a frame',
      `<w:tbl><w:tr><w:tc>${wordParagraph('Doors are always locked.')}</w:tc></w:tr></w:tbl>`,
    ],
  ])('has %s', async (_, body) => {
    expect(await shown(body)).toEqual(['Doors are always locked.'])
  })

  it.each([
    ['a shape', shape('Call 112.')],
    ['a shape that old programs see as another one', either(shape('Call 112.'), oval('Call 112.'))],
    ['a shape that old programs see as a picture', either(shape('Call 112.'), picture)],
    ['a shape that only old programs see', either(drawing(''), oval('Call 112.'))],
    ['an oval', oval('Call 112.')],
  ])('has the text of %s once, after its paragraph', async (_, box) => {
    expect(await shown(paragraph(run('In case of '), box, run('fire:')) + wordParagraph('Leave.'))).toEqual([
      'In case of fire:',
      'Call 112.',
      'Leave.',
    ])
  })

  it('has the words of a diagram', async () => {
    const point = (text: string) =>
      `<dgm:pt><dgm:t><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`
    const diagram = `<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><dgm:ptLst>${point('Report')}${point('Assess')}</dgm:ptLst></dgm:dataModel>`
    const relationships =
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId5" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/diagramData" Target="diagrams/data1.xml"/></Relationships>'
    const smartArt = drawing(
      '<dgm:relIds xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" r:dm="rId5" r:lo="rId6"/>',
    )
    const further = [
      { name: 'word/diagrams/data1.xml', content: diagram },
      { name: 'word/_rels/document.xml.rels', content: relationships },
    ]
    expect(await shown(paragraph(run('Steps:'), smartArt), further)).toEqual(['Steps:', 'Report', 'Assess'])
  })

  it('has equations as they are typed in one line', async () => {
    const fraction = `<m:f><m:fPr/><m:num>${term('1')}</m:num><m:den>${term('2')}</m:den></m:f>`
    const power = `<m:sSup><m:e>${term('x')}</m:e><m:sup>${term('2')}</m:sup></m:sSup>`
    expect(await shown(paragraph(run('Take '), equation(fraction + power), run('.')))).toEqual([
      'Take 1/2x^2.',
    ])
  })

  it('has signs of symbol fonts, and which boxes are checked', async () => {
    const control = (glyph: string) => `<w:sdt><w:sdtPr/><w:sdtContent>${run(glyph)}</w:sdtContent></w:sdt>`
    const legacy = (state: string) =>
      `${field('begin', `<w:ffData><w:checkBox><w:default w:val="0"/>${state}</w:checkBox></w:ffData>`)}${instruction('FORMCHECKBOX')}${field('end')}`
    expect(
      await shown(
        paragraph(
          '<w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>',
          run(' done '),
          control('☒'),
          run(' yes '),
          legacy('<w:checked/>'),
          run(' one '),
          legacy(''),
          run(' two'),
        ),
      ),
    ).toEqual(['✓ done ☒ yes ☒ one ☐ two'.replace('✓', String.fromCodePoint(0x2713))])
  })

  it('is read whatever form and prefixes the file uses', async () => {
    const main = documentFrame.head + wordParagraph('Doors are locked.') + documentFrame.tail
    const strict = main
      .replace(
        'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
        'http://purl.oclc.org/ooxml/wordprocessingml/main',
      )
      .replace(
        'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
        'http://purl.oclc.org/ooxml/officeDocument/relationships',
      )
    const prefixed = main.replace(/(<\/?|xmlns:| )w:/g, '$1ns0:').replace('xmlns:w=', 'xmlns:ns0=')
    const wide = new Uint8Array(Buffer.from(`\ufeff${main.replace('UTF-8', 'UTF-16')}`, 'utf16le'))
    for (const content of [strict, prefixed, wide])
      expect(await textOf(docxWithMain({ content }))).toEqual(['Doors are locked.'])
  })

  it('is found where the package says it is', async () => {
    const parts = docxParts(wordParagraph('Doors are locked.')).map(({ name, content }) => ({
      name: name.replace('document.xml', 'document2.xml'),
      content: String(content).replaceAll('word/document.xml', 'word/document2.xml'),
    }))
    expect(await textOf(zipArchive(parts))).toEqual(['Doors are locked.'])
  })

  it('that is in other files is said to be missing', async () => {
    await expect(shown(`${wordParagraph('Doors.')}<w:altChunk r:id="rId7"/>`)).rejects.toMatchObject({
      reason: 'unsupported',
      message: expect.stringMatching(/^[A-Z].*\.$/),
    })
  })
})

describe('the headings of a Word file', () => {
  const style = (id: string, name: string, rest: string) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${rest}</w:style>`
  const styles = [
    style('berschrift1', 'heading 1', ''),
    style('Kapitel', 'Kapitel', '<w:basedOn w:val="berschrift1"/>'),
    style('Klausel', 'Klausel', '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>'),
    style(
      'Verzeichnis',
      'TOC Heading',
      '<w:basedOn w:val="berschrift1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr>',
    ),
    style('Fett', 'Fett', '<w:rPr><w:b/></w:rPr>'),
    style('Kreis', 'Kreis', '<w:basedOn w:val="Kreis"/>'),
  ].join('')
  const further = [
    {
      name: 'word/styles.xml',
      content: `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${styles}</w:styles>`,
    },
  ]
  const outlined = (text: string) =>
    `<w:p><w:pPr><w:pPrChange><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr></w:pPrChange><w:outlineLvl w:val="2"/></w:pPr>${run(text)}</w:p>`

  it('are those of its styles, of styles based on them, of outline levels and of bold styles', async () => {
    const sentence = 'A clause in a style with an outline level is text if it is a sentence.'
    const body = [
      wordParagraph('Policy', 'berschrift1'),
      wordParagraph('Scope', 'Kapitel'),
      wordParagraph('Doors', 'Klausel'),
      wordParagraph(sentence, 'Klausel'),
      wordParagraph('Contents', 'Verzeichnis'),
      outlined('Locks'),
      wordParagraph('Keys', 'Fett'),
      wordParagraph('Alarms', 'Kreis'),
    ]
    const { blocks } = await readDocx(docxFile(body.join(''), further))
    expect(blocks.map(({ kind, level, text }) => `${kind}${level ?? ''}: ${text}`)).toEqual([
      'heading1: Policy',
      'heading1: Scope',
      'heading2: Doors',
      `paragraph: ${sentence}`,
      'paragraph: Contents',
      'heading3: Locks',
      'heading4: Keys',
      'paragraph: Alarms',
    ])
  })
})
