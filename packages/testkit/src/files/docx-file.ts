import { type ZipLies, type ZipPart, zipArchive } from './zip-archive.ts'

const contentTypes = `<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>
<Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/>
</Types>`

const relationshipsHead =
  '<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
const officeTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The XML around the paragraphs of a Word document's main part. */
export const documentFrame = {
  head: '<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body>',
  tail: '</w:body></w:document>',
} as const

/** A paragraph of plain text, optionally with a style ("Heading1"). */
export function wordParagraph(text: string, style?: string): string {
  const properties = style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  return `<w:p>${properties}<w:r><w:t xml:space="preserve">${escaped}</w:t></w:r></w:p>`
}

/** The parts of every Word file, around a main part with the given body. */
export function docxParts(body: string): ZipPart[] {
  return [
    { name: '[Content_Types].xml', content: contentTypes },
    {
      name: '_rels/.rels',
      content: `${relationshipsHead}<Relationship Id="rId1" Type="${officeTypes}/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    { name: 'word/document.xml', content: documentFrame.head + body + documentFrame.tail },
  ]
}

/** A relationship of the main part to an external target. */
export function externalRelationship(type: string, target: string): ZipPart {
  const relationship = `<Relationship Id="rId9" Type="${officeTypes}/${type}" Target="${target}" TargetMode="External"/>`
  return {
    name: 'word/_rels/document.xml.rels',
    content: `${relationshipsHead}${relationship}</Relationships>`,
  }
}

function headingStyle(level: number): string {
  return `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/></w:style>`
}

/** The styles that Word writes for headings; other readers recognize them by name. */
export const headingStyles: readonly ZipPart[] = [
  {
    name: 'word/styles.xml',
    content: `<?xml version="1.0" encoding="UTF-8"?><w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${[1, 2, 3].map(headingStyle).join('')}</w:styles>`,
  },
  {
    name: 'word/_rels/document.xml.rels',
    content: `${relationshipsHead}<Relationship Id="rId1" Type="${officeTypes}/styles" Target="styles.xml"/></Relationships>`,
  },
]

/** A Word file: its usual parts with the given body, further parts, and deliberate lies. */
export function docxFile(body: string, further: readonly ZipPart[] = [], lies: ZipLies = {}): Uint8Array {
  return zipArchive([...docxParts(body), ...further], lies)
}

/** A Word file with another main part: other content, or packed bytes with claimed sizes. */
export function docxWithMain(main: Omit<ZipPart, 'name'>): Uint8Array {
  const name = 'word/document.xml'
  return zipArchive([...docxParts('').filter((part) => part.name !== name), { name, ...main }])
}
