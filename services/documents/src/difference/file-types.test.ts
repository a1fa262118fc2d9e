import { documentsApi } from '@portal/contracts/documents'
import { docxFile, headingStyles, wordParagraph } from '@portal/testkit/files/docx-file'
import { pdfOfPages, textOperators } from '@portal/testkit/files/pdf-file'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addVersion, settled, startVersionsUnderTest } from '../versions/versions.fixture.ts'

let portal: Awaited<ReturnType<typeof startVersionsUnderTest>>
beforeAll(async () => {
  portal = await startVersionsUnderTest()
})
afterAll(() => portal.stop())

const sections = ['Purpose', 'Responsibilities', 'Retention', 'Review'].map((title, section) => ({
  title,
  clauses: Array.from(
    { length: 7 },
    (_, at) =>
      `Under rule ${section}-${at} the registrar keeps user-generated files of class ${at + 1} in a long-term archive, and whoever opens one writes down the reason, the day and the names of those who were present at the time.`,
  ),
}))
type Sections = typeof sections

/** Word numbers its paragraphs itself, so the file holds the words alone. */
const docx = (of: Sections) =>
  docxFile(
    of
      .flatMap(({ title, clauses }) => [
        wordParagraph(title, 'Heading1'),
        ...clauses.map((clause) => wordParagraph(clause)),
      ])
      .join(''),
    headingStyles,
  )

const lineLength = 80
const linesPerPage = 34

/** Lines as a printer sets them: words cut at hyphens, paragraphs at the end of a page. */
function pdf(of: Sections) {
  const lines = of.flatMap(({ title, clauses }, section) => [
    { text: `${section + 1} ${title}`, size: 16, gap: 12 },
    ...clauses.flatMap((clause, at) => wrapped(`${section + 1}.${at + 1} ${clause}`)),
  ])
  const pages = Array.from({ length: Math.ceil(lines.length / linesPerPage) }, (_, page) =>
    lines.slice(page * linesPerPage, (page + 1) * linesPerPage),
  )
  return pdfOfPages(pages.map((page) => ({ operators: textOperators(page, 700) })))
}

function wrapped(text: string) {
  const lines = ['']
  for (const piece of text.split(/(?<=[ -])/)) {
    if (`${lines.at(-1)}${piece}`.trimEnd().length > lineLength) lines.push('')
    lines[lines.length - 1] += piece
  }
  return lines.map((line, at) => ({ text: line.trimEnd(), size: 11, gap: at === lines.length - 1 ? 12 : 0 }))
}

/** The difference of a document whose first version is a Word file and whose second is a PDF. */
const compareTypes = (word: Sections, printed: Sections) => compareFiles(docx(word), pdf(printed))

async function compareFiles(word: Uint8Array, printed: Uint8Array) {
  const { admin } = await portal.newOrganization()
  const file = new Blob([new Uint8Array(word)])
  const { id, currentVersion } = await admin.call(documentsApi.uploadDocument, {
    form: {},
    file,
    fileName: 'policy.docx',
  })
  const content = new Uint8Array(printed)
  const second = await addVersion(admin, id, { content, fileName: 'policy.pdf' })
  const first = { id: currentVersion?.id ?? '', documentId: id }
  for (const version of [first, second])
    expect((await settled(admin, version)).ingestion).toMatchObject({ state: 'ready' })
  return admin.call(documentsApi.compareVersions, {
    params: { id, versionId: second.id },
    query: { with: first.id },
  })
}

describe('a Word file against a PDF', () => {
  it('of the same text shows no change', async () => {
    const { rows, summary } = await compareTypes(sections, sections)
    expect(rows.map(({ kind }) => kind)).toEqual(['unchanged'])
    expect(summary).toMatchObject({ changed: 0, added: 0, removed: 0, moved: 0, renumbered: 0 })
  })

  it('shows what was really changed, and nothing else', async () => {
    const altered = sections.with(2, {
      title: 'Retention',
      clauses: (sections[2]?.clauses ?? []).map((clause, at) =>
        at === 3 ? clause.replace('in a long-term archive', 'in the safe') : clause,
      ),
    })
    const { rows, summary, sections: changed } = await compareTypes(sections, altered)
    expect(summary).toMatchObject({ changed: 1, added: 0, removed: 0, moved: 0, renumbered: 0 })
    expect(changed).toEqual([{ title: '3 Retention', index: expect.any(Number), changes: 1 }])
    const row = rows.find(({ kind }) => kind === 'changed')
    expect(row).toMatchObject({ after: { number: '3.4' }, before: { number: '' } })
  })

  it('that has a heading in one line with its text shows neither as a heading', async () => {
    const heading = 'Responsibilities of the registrar'
    const text = 'Whoever opens a file writes down the reason.'
    const word = [wordParagraph(heading, 'Heading1'), wordParagraph(text), wordParagraph('Read it yearly.')]
    const lines = [`${heading} ${text}`, 'Read it often.'].map((line) => ({ text: line, size: 11, gap: 24 }))
    const { rows } = await compareFiles(
      docxFile(word.join(''), headingStyles),
      pdfOfPages([{ operators: textOperators(lines, 700) }]),
    )
    expect(rows[0]).toMatchObject({ kind: 'same', before: { block: 'paragraph', level: null } })
  })

  it('whose lists have bullets that each file keeps in its own way shows no change', async () => {
    const lead = 'The following people hold a key of the archive:'
    const items = ['the registrar of the main building', 'the head of facilities', 'the officer on duty']
    const word = [lead, ...items].map((line) => wordParagraph(line))
    const drawn = items.map((_, at) => `90 ${681 - at * 16} 4 4 re f`)
    const at = (x: number, y: number, line: string) => `BT /F1 11 Tf 1 0 0 1 ${x} ${y} Tm (${line}) Tj ET`
    const lines = [at(72, 700, lead), ...items.map((line, index) => at(102, 680 - index * 16, line))]
    const printed = pdfOfPages([{ operators: [...drawn, ...lines].join('\n') }])
    const { rows } = await compareFiles(docxFile(word.join('')), printed)
    expect(rows.map(({ kind }) => kind)).toEqual(['unchanged'])
  })
})
