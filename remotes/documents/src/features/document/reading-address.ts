import { useSearchParams } from '@portal/remote-kit/navigation'
import type { Span } from '../reading/spans.ts'

/** How a version is shown: its extracted text, or the pages of its PDF. */
export type ReadingView = 'text' | 'pages'

/** What an address opens: a version, a cited passage in it, a view and a page. */
export interface ReadingAddress {
  readonly versionId: string | null
  readonly cited: Span | null
  readonly view: ReadingView | null
  readonly page: number | null
}

/** Reads the search parameters of a document's page; what makes no sense is left out. */
export function readingAddress(params: URLSearchParams): ReadingAddress {
  const view = params.get('view')
  const [start, end] = [wholeNumber(params.get('start')), wholeNumber(params.get('end'))]
  return {
    versionId: params.get('version'),
    cited: start !== null && end !== null && end > start ? { start, end } : null,
    view: view === 'text' || view === 'pages' ? view : null,
    page: wholeNumber(params.get('page')) || null,
  }
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null
}

/** The address's reading state, and setters that keep the rest of the address. */
export function useReadingAddress() {
  const [params, setParams] = useSearchParams()
  const change = (name: 'view' | 'page', value: string | null) => {
    const next = new URLSearchParams(params)
    if ((next.get(name) ?? null) === value) return
    if (value === null) next.delete(name)
    else next.set(name, value)
    setParams(next, { replace: true })
  }
  return {
    ...readingAddress(params),
    setView: (view: ReadingView) => change('view', view),
    setPage: (page: number) => change('page', page > 1 ? String(page) : null),
  }
}
