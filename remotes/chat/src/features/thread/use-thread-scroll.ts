import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { ThreadState } from './use-thread.ts'

const marginPx = 16

/**
 * Scrolls to the end when the thread opens (or to the answer whose source is open) and when a
 * question is sent; to the question when its answer arrives, so that reading starts at its
 * beginning.
 */
export function useThreadScroll(
  list: RefObject<HTMLElement | null>,
  thread: Pick<ThreadState, 'messages' | 'openQuestion' | 'threadKey'>,
  citedMessage: string | null,
): void {
  const { messages, openQuestion, threadKey } = thread
  const wasOpen = useRef(false)
  const opened = useRef(citedMessage)
  const isOpen = openQuestion !== null
  const hasFailed = openQuestion?.hasFailed ?? false
  // These are the moments at which the thread moves.
  useLayoutEffect(() => {
    const area = list.current
    if (!area) return
    if (isOpen) area.scrollTop = area.scrollHeight
    else if (wasOpen.current) scrollTo(area, [...area.querySelectorAll('[data-question]')].at(-1))
    else if (opened.current)
      scrollTo(area, area.querySelector(`[data-message="${CSS.escape(opened.current)}"]`))
    else area.scrollTop = area.scrollHeight
    wasOpen.current = isOpen
    if (messages.length > 0) opened.current = null
  }, [threadKey, messages.length, isOpen, hasFailed])
}

function scrollTo(area: HTMLElement, element: Element | null | undefined): void {
  if (!(element instanceof HTMLElement)) return
  area.scrollTop = element.offsetTop - marginPx
}
