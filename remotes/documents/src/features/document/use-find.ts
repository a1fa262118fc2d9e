import type { VersionText } from '@portal/contracts/versions'
import { useAddressText } from '@portal/remote-kit/use-address-text'
import { useDeferredValue, useMemo, useState } from 'react'
import { foldText, occurrences } from '../reading/folded-text.ts'
import type { Span } from '../reading/spans.ts'

/** More matches than people step through; beyond them the count reads "10,000+". */
export const matchesMax = 10_000

/** Find in document: what is sought, where it occurs, and at which match the person is. */
export interface Finding {
  readonly text: string
  readonly setText: (text: string) => void
  readonly matches: readonly Span[]
  /** Null until the person steps to a match. */
  readonly here: number | null
  /** Counts the steps, so that stepping to the only match again scrolls to it again. */
  readonly steps: number
  /** To the next (1) or previous (-1) match, around the end. */
  readonly step: (by: 1 | -1) => void
}

/** Finds in a version's text, without regard to case, accents and line ends; kept in `?find=`. */
export function useFind(source: VersionText | undefined): Finding {
  const [text, setText] = useAddressText('find')
  const sought = useDeferredValue(text)
  const [at, setAt] = useState<{ sought: string; here: number; steps: number } | null>(null)
  const isSought = sought.trim() !== ''
  const folded = useMemo(
    () => (source && isSought ? foldText(source.text, 'words') : null),
    [source, isSought],
  )
  const matches = useMemo(
    () => (folded ? occurrences(folded, foldText(sought.trim(), 'words').text, matchesMax) : []),
    [folded, sought],
  )
  const here = at?.sought === sought && at.here < matches.length ? at.here : null
  const step = (by: 1 | -1) => {
    if (matches.length === 0) return
    const from = here ?? (by === 1 ? -1 : 0)
    const next = (from + by + matches.length) % matches.length
    setAt({ sought, here: next, steps: (at?.steps ?? 0) + 1 })
  }
  return { text, setText, matches, here, steps: at?.steps ?? 0, step }
}
