import type { DifferenceRow } from '@portal/contracts/difference'
import { useSearchParams } from '@portal/remote-kit/navigation'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { rowWords, stopsOf } from './change-words.ts'
import { rowId } from './difference-row.tsx'

/** What has been read of a difference, and how to read on. */
export interface ReadRows {
  readonly rows: readonly DifferenceRow[]
  /** Reads the next part; null after the last. */
  readonly readOn: (() => Promise<unknown>) | null
}

/**
 * Goes from change to change, by buttons and, while the focus is within `section`, by the keys n,
 * p, j and k. The address keeps the row, so that a link restores it; rows that have not been read
 * yet are read first.
 */
export function useChangeSteps({ rows, readOn }: ReadRows, section: RefObject<HTMLElement | null>) {
  const [params, setParams] = useSearchParams()
  const inAddress = Number(params.get('row') ?? Number.NaN)
  const current = Number.isInteger(inAddress) ? inAddress : null
  const stops = stopsOf(rows)
  const position = current === null ? -1 : stops.findLastIndex((stop) => stop <= current)
  const goTo = useCallback(
    (row: number) => {
      const next = new URLSearchParams(params)
      next.set('row', String(row))
      setParams(next, { replace: true })
    },
    [params, setParams],
  )
  const step = useCallback(
    (by: 1 | -1) => {
      const target = stops[position === -1 && by === -1 ? -1 : position + by]
      if (target !== undefined) goTo(target)
      else if (by === 1) void readOn?.()
    },
    [stops, position, goTo, readOn],
  )
  useShownRow(current, { rows, readOn })
  useStepKeys(section, step)
  return {
    current,
    position,
    goTo,
    step,
    isFirst: position <= 0,
    isLast: position === stops.length - 1 && !readOn,
  }
}

/** Brings a row into view and focuses it, once it has been read. */
function useShownRow(current: number | null, { rows, readOn }: ReadRows): void {
  const shown = useRef<number | null>(null)
  const last = rows.at(-1)
  const end = last === undefined ? 0 : last.index + (last.kind === 'unchanged' ? last.count : 1)
  useEffect(() => {
    if (current === null || shown.current === current || end === 0) return
    if (current >= end) {
      void readOn?.()
      return
    }
    shown.current = current
    const element = document.getElementById(rowId(current))
    element?.scrollIntoView({ block: 'center' })
    element?.focus({ preventScroll: true })
  }, [current, end, readOn])
}

const stepKeys: Readonly<Record<string, 1 | -1>> = { n: 1, j: 1, p: -1, k: -1 }

const withoutSteps =
  'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="alertdialog"]'

/** Keys of one letter act on what has the focus alone (WCAG 2.1.4): speech input types letters. */
function useStepKeys(section: RefObject<HTMLElement | null>, step: (by: 1 | -1) => void): void {
  useEffect(() => {
    const element = section.current
    const onKey = (event: KeyboardEvent) => {
      const by = stepKeys[event.key]
      const isTyping = event.target instanceof Element && event.target.closest(withoutSteps) !== null
      if (by === undefined || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      step(by)
    }
    element?.addEventListener('keydown', onKey)
    return () => element?.removeEventListener('keydown', onKey)
  }, [section, step])
}

/** As "Change 3 of 15: Added, 6.2". */
export function positionText(
  rows: readonly DifferenceRow[],
  {
    position,
    current,
    total,
  }: { readonly position: number; readonly current: number | null; readonly total: number },
): string {
  if (position < 0) return total === 1 ? '1 change' : `${total} changes`
  const row = rows.find(({ index }) => index === current)
  const number =
    row === undefined || row.kind === 'unchanged' ? '' : 'after' in row ? row.after.number : row.before.number
  const what = row === undefined ? '' : `: ${rowWords[row.kind].word}${number === '' ? '' : `, ${number}`}`
  return `Change ${position + 1} of ${total}${what}`
}
