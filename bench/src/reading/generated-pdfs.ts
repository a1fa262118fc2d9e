import { pdfFile } from '@portal/testkit/files/pdf-file'

/** A PDF whose headings are known. */
export interface GeneratedPdf {
  readonly name: string
  readonly content: Uint8Array
  readonly headings: readonly string[]
}

interface Line {
  readonly text: string
  readonly size: number
  readonly isBold: boolean
  readonly gap: number
}

const subjects = [
  'access',
  'retention',
  'visitors',
  'backups',
  'incidents',
  'training',
  'suppliers',
  'records',
]
const sentence =
  'Everyone who works here keeps to this rule, and whoever cannot asks the officer in writing before the day on which it would be broken.'
const lineLength = 84
const page = { top: 740, bottom: 70, left: 72 }

/** How headings look in each file of the set: by size, by weight alone, by number and weight. */
const looks = [
  { name: 'headings by size', sizes: [20, 15, 12.5], isBold: false, isNumbered: false },
  { name: 'bold headings by size', sizes: [18, 14, 12], isBold: true, isNumbered: false },
  { name: 'bold headings of the body’s size', sizes: [11, 11, 11], isBold: true, isNumbered: false },
  { name: 'numbered bold headings', sizes: [13, 11, 11], isBold: true, isNumbered: true },
  {
    name: 'bold headings down to less than the body’s size',
    sizes: [16, 11, 9],
    isBold: true,
    isNumbered: false,
  },
] as const

/** Each look with and without an outline in the file, ten chapters each. */
export function generatedPdfs(): GeneratedPdf[] {
  return looks.flatMap((look) =>
    [true, false].map((hasOutline) => {
      const { lines, headings } = writePolicy(look)
      const name = `${look.name}, ${hasOutline ? 'with' : 'without'} an outline`
      return { name, headings, content: writePdf(lines, hasOutline ? headings : []) }
    }),
  )
}

function writePolicy({ sizes, isBold, isNumbered }: (typeof looks)[number]) {
  const lines: Line[] = []
  const headings: string[] = []
  const heading = (level: number, number: string, words: string) => {
    const text = isNumbered ? `${number} ${words}` : words
    headings.push(text)
    lines.push({ text, size: sizes[level] ?? 11, isBold, gap: 14 })
  }
  const body = (count: number) => {
    const wrapped = wrap(Array.from({ length: count }, () => sentence).join(' '))
    wrapped.forEach((text, index) => {
      lines.push({ text, size: 11, isBold: false, gap: index === 0 ? 8 : 0 })
    })
  }
  for (let chapter = 1; chapter <= 10; chapter++) {
    const subject = subjects[chapter % subjects.length] ?? ''
    heading(0, `${chapter}`, `Rules of ${subject} in part ${chapter}`)
    body(2)
    for (let section = 1; section <= 3; section++) {
      heading(1, `${chapter}.${section}`, `Duties about ${subject} of group ${section}`)
      body(3 + section)
    }
    heading(2, `${chapter}.3.1`, `Exceptions for ${subject}`)
    body(2)
  }
  return { lines, headings }
}

function wrap(text: string): string[] {
  const lines: string[] = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line.length + word.length + 1 > lineLength) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines
}

function writePdf(lines: readonly Line[], outline: readonly string[]): Uint8Array {
  const pages: string[][] = [[]]
  const pageOf = new Map<string, number>()
  let y = page.top
  for (const { text, size, isBold, gap } of lines) {
    y -= Math.round(size * 1.3) + gap
    if (y < page.bottom) {
      pages.push([])
      y = page.top
    }
    pageOf.set(text, pages.length - 1)
    pages.at(-1)?.push(`BT /${isBold ? 'F2' : 'F1'} ${size} Tf 1 0 0 1 ${page.left} ${y} Tm (${text}) Tj ET`)
  }
  const first = 5
  const outlineAt = first + pages.length * 2
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  const entry = (title: string, index: number) => {
    const next = index + 1 < outline.length ? `/Next ${outlineAt + index + 2} 0 R` : ''
    const target = first + (pageOf.get(title) ?? 0) * 2
    return `<< /Title (${title}) /Parent ${outlineAt} 0 R ${next} /Dest [${target} 0 R /Fit] >>`
  }
  return pdfFile([
    `<< /Type /Catalog /Pages 2 0 R ${outline.length > 0 ? `/Outlines ${outlineAt} 0 R` : ''} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${first + index * 2} 0 R`).join(' ')}] >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    ...pages.flatMap((operators, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${first + index * 2 + 1} 0 R >>`,
      { text: '<< >>', stream: Buffer.from(operators.join('\n'), 'latin1') },
    ]),
    ...(outline.length > 0
      ? [
          `<< /Type /Outlines /First ${outlineAt + 1} 0 R /Last ${outlineAt + outline.length} 0 R /Count ${outline.length} >>`,
          ...outline.map(entry),
        ]
      : []),
  ])
}
