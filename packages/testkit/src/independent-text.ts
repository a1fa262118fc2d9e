import type { ParsableType } from '@portal/service-kit/ports/document-parser'
import { strFromU8, unzipSync } from 'fflate'
import { extractText, getDocumentProxy } from 'unpdf'

/**
 * A trusted file's text by an independent engine, for checking citations: pdf.js for PDF, the bare
 * `w:t` elements for DOCX, the file itself for TXT. Compare both sides as {@link comparable}.
 */
export async function independentText(content: Uint8Array, type: ParsableType): Promise<string> {
  if (type === 'application/pdf') return pdfJsText(content)
  if (type === 'text/plain') return new TextDecoder().decode(content)
  return wordText(content)
}

/**
 * Text independent of layout: NFKC, without white space, invisible characters, line-end hyphens
 * and bullets, which pages may draw as shapes.
 */
export function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/(?:(?<=[\p{L}\p{N}])[-\u2010\u00ad]\s*[\r\n]|\ufffe)\s*/gu, '')
    .replace(/[\s•\p{Default_Ignorable_Code_Point}]+/gu, '')
}

async function pdfJsText(content: Uint8Array): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(content), { verbosity: 0 })
  const { text } = await extractText(pdf)
  await pdf.loadingTask.destroy()
  return text.join('\n')
}

const wordTokens = /<w:t(?:\s[^>]*)?>([^<]*)<\/w:t>|<w:(noBreakHyphen|tab|br|cr|softHyphen)\b|<\/w:(p)>/g
const xmlEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function wordText(content: Uint8Array): string {
  const parts = unzipSync(content, {
    filter: ({ name }) => /^word\/(document|footnotes|endnotes)\.xml$/.test(name),
  })
  return ['document', 'footnotes', 'endnotes']
    .map((name) => strFromU8(parts[`word/${name}.xml`] ?? new Uint8Array()))
    .map((xml) => [...xml.matchAll(wordTokens)].map(([, text, mark]) => text ?? wordMark(mark)).join(''))
    .join('\n')
    .replace(/&(amp|lt|gt|quot|apos);/g, (whole, name: string) => xmlEntities[name] ?? whole)
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
}

function wordMark(mark: string | undefined): string {
  return mark === 'noBreakHyphen' ? '\u2011' : mark === 'softHyphen' ? '' : '\n'
}
