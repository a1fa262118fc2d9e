import { useState } from 'react'
import type { Span } from '../reading/spans.ts'
import type { QuoteOf } from './selected-passage.ts'

/** The texts of the paragraphs on show, where the page has no text of the whole version. */
export interface PassageTexts {
  readonly register: (span: Span, text: string) => void
  readonly quoteOf: QuoteOf
}

export function usePassageTexts(): PassageTexts {
  const [texts] = useState(createPassageTexts)
  return texts
}

function createPassageTexts(): PassageTexts {
  const known = new Map<number, { readonly end: number; readonly text: string }>()
  return {
    register: ({ start, end }, text) => void known.set(start, { end, text }),
    quoteOf: ({ start, end }) => {
      for (const [from, passage] of known)
        if (from <= start && end <= passage.end) return passage.text.slice(start - from, end - from)
      return null
    },
  }
}
