import type { ParsedBlock, ParsedDocument } from '@portal/service-kit/ports/document-parser'
import { openWithPdfJs, pdfJsName } from './pdf-js.ts'
import type { OpenPdf } from './pdfium.ts'

/** FORMTYPE_XFA_FULL of fpdf_formfill.h: a viewer makes the pages when it opens the form. */
const wholeForm = 2

/** Whether the file's pages say nothing but that its form needs another viewer. */
export function isXfaForm({ engine, document }: OpenPdf): boolean {
  return engine._FPDF_GetFormType(document) === wholeForm
}

/** What pdf.js makes of a form's element: HTML, or null for what is not shown. */
interface XfaElement {
  readonly name: string
  readonly value?: string
  readonly attributes?: Readonly<Record<string, unknown>>
  readonly children?: readonly XfaElement[]
}

/** The labels and values of such a form in its order; null if pdf.js does not know it either. */
export async function readXfaForm(content: Uint8Array): Promise<ParsedDocument | null> {
  const pdf = await openWithPdfJs(content, { enableXfa: true }).catch(() => null)
  if (pdf === null) return null
  try {
    const blocks: ParsedBlock[] = []
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number)
      const form = await page.getXfa()
      const texts = form !== null && isElement(form) ? textsOf(form) : []
      blocks.push(...texts.map((text): ParsedBlock => ({ kind: 'paragraph', text, page: number })))
    }
    return blocks.length === 0 ? null : { blocks, pages: pdf.numPages, unreadPages: [], parser: pdfJsName }
  } finally {
    await pdf.loadingTask.destroy()
  }
}

function isElement(form: object): form is XfaElement {
  return 'name' in form && typeof form.name === 'string'
}

/** Texts within a line join; everything else begins a text of its own. */
const inline = /^(?:#text|span|b|i|a|sub|sup|br)$/

function textsOf(form: XfaElement): string[] {
  const texts: string[] = ['']
  const walk = ({ name, value, attributes = {}, children = [] }: XfaElement): void => {
    if (!inline.test(name)) texts.push('')
    const shown = [value, attributes.textContent, name === 'input' ? attributes.value : undefined]
    for (const text of shown) if (typeof text === 'string') texts[texts.length - 1] += text
    for (const child of children) walk(child)
    if (!inline.test(name)) texts.push('')
  }
  walk(form)
  return texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '')
}
