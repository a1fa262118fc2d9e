import { useEffect } from 'react'

const acts = ['pointerdown', 'keydown'] as const

/**
 * Marks the page once somebody has acted on it: from then on no part of it waits for those above
 * it (`data-in-order`), or opening a list would hide what is below. Another page begins unmarked.
 */
export function useActedMark(path: string): void {
  useEffect(() => {
    const page = document.documentElement
    const mark = () => page.setAttribute('data-acted', path)
    for (const act of acts) window.addEventListener(act, mark, { capture: true })
    return () => {
      for (const act of acts) window.removeEventListener(act, mark, { capture: true })
      page.removeAttribute('data-acted')
    }
  }, [path])
}
