import { type DifferenceRow, type DifferenceSegment, differenceRowsMax } from '@portal/contracts/difference'
import { CodedError } from '@portal/service-kit/coded-error'
import type { Context } from '../ports.ts'
import { stateInWords } from '../versions/version-state.ts'
import { changeWords, summaryText } from './change-words.ts'
import type { ComparedPair, LoadedVersion } from './compare-pair.ts'
import { inDifferenceThread } from './in-difference-thread.ts'
import { lengthOf } from './present-rows.ts'

/** More would be a book that nobody prints; its layout takes a few milliseconds per row. */
const pdfRowsMax = 4_000
const pdfCharactersMax = 1_500_000
/** More take longer than most people would wait for. */
const lightRowsMax = 500

/** What the PDF says; `pdf-worker.ts` sets it. */
export interface PdfPage {
  readonly title: string
  readonly subtitle: string
  readonly note: string
  readonly versions: readonly (readonly string[])[]
  readonly rows: readonly PdfRow[]
}

/** A row: its two numbers, what became of it, and its text. */
export interface PdfRow {
  readonly numbers: readonly [string, string]
  readonly change: string
  readonly segments: readonly DifferenceSegment[]
  readonly isHeading: boolean
}

/** The difference as a PDF, set in a thread of its own. Throws `payload_too_large`. */
export function differencePdf(ctx: Context, pair: ComparedPair, madeAt: Date): Promise<Uint8Array> {
  const { before, after, summary } = pair
  const page: PdfPage = {
    title: after.document.title,
    subtitle: `${after.document.customId}, version ${before.version.number} to version ${after.version.number}: ${summaryText(summary)}.`,
    note: `Made on ${madeAt.toISOString()}. Differences of white space and typography are left out.`,
    versions: [before, after].map(versionCells),
    rows: rowsOf(pair).map(pdfRow),
  }
  const isHeavy = page.rows.length > lightRowsMax
  return inDifferenceThread(ctx, { module: worker, isHeavy }, (run) => run<Uint8Array>(page))
}

const worker = new URL('./pdf-worker.ts', import.meta.url)

function rowsOf({ presenter }: ComparedPair): DifferenceRow[] {
  const rows: DifferenceRow[] = []
  let characters = 0
  for (let cursor: number | null = 0; cursor !== null; ) {
    const part: { rows: DifferenceRow[]; next: number | null } = presenter.part({
      cursor,
      limit: differenceRowsMax,
      isWhole: false,
    })
    rows.push(...part.rows)
    cursor = part.next
    characters += part.rows.reduce((sum, row) => sum + lengthOf(row), 0)
    if (rows.length > pdfRowsMax || characters > pdfCharactersMax)
      throw new CodedError('payload_too_large', 'There are too many changes for a PDF.', {
        suggestedAction: 'Save the difference as a page instead.',
      })
  }
  return rows
}

function versionCells(loaded: LoadedVersion): string[] {
  const { number, createdAt, fileName, sha256 } = loaded.version
  return [String(number), stateInWords(loaded), createdAt.toISOString(), fileName, sha256]
}

function pdfRow(row: DifferenceRow): PdfRow {
  if (row.kind === 'unchanged') {
    const segments = [{ op: 'same' as const, text: `… ${row.count} unchanged lines …` }]
    return { numbers: ['', ''], change: '', segments, isHeading: false }
  }
  const { before, after } = { before: null, after: null, ...row }
  return {
    numbers: [before?.number ?? '', after?.number ?? ''],
    change: changeWords(row),
    segments: segmentsOf(row),
    isHeading: (after ?? before)?.block === 'heading',
  }
}

function segmentsOf(row: Exclude<DifferenceRow, { kind: 'unchanged' }>): readonly DifferenceSegment[] {
  if ('segments' in row) return row.segments
  if (row.kind === 'removed') return [{ op: 'removed', text: row.before.text }]
  if (row.kind === 'added') return [{ op: 'added', text: row.after.text }]
  return [{ op: 'same', text: row.kind === 'same' ? row.after.text : row.before.text }]
}
