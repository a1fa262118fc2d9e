import { useEffect, useRef } from 'react'

/** Whether a form holds what would be lost; asked when somebody is about to leave it. */
type IsUnsaved = () => boolean

const formsKey = Symbol.for('portal.unsaved-text')

/** One set per page, as of open layers: each front end compiles its own copy of this file. */
function pageForms(): Set<IsUnsaved> {
  // Safe: the key is a symbol of our own and only this function writes under it.
  const page = globalThis as { [formsKey]?: Set<IsUnsaved> }
  page[formsKey] ??= new Set()
  return page[formsKey]
}

/**
 * While `isUnsaved` returns true, leaving the page or closing the tab asks first (decision 79).
 * It should return false while the text is being sent: what follows a success may leave the page.
 */
export function useUnsavedText(isUnsaved: IsUnsaved): void {
  const latest = useRef(isUnsaved)
  latest.current = isUnsaved
  useEffect(() => {
    const form = () => latest.current()
    pageForms().add(form)
    return () => void pageForms().delete(form)
  }, [])
}

/** Whether any form of the page holds text that is not saved. */
export function hasUnsavedText(): boolean {
  return [...pageForms()].some((isUnsaved) => isUnsaved())
}
