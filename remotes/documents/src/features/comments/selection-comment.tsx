import { AppScope } from '@portal/ui/app-scope'
import { Button } from '@portal/ui/button'
import { MessageSquarePlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { type PassageActs, usePassageActs } from './commenting.ts'
import { type Passage, selectedPassage } from './selected-passage.ts'

interface Selected {
  readonly passage: Passage
  /** In the window, in pixels. */
  readonly left: number
  readonly top: number
}

/** Offers to comment on selected text, below the selection. */
export function SelectionComment() {
  const commenting = usePassageActs()
  return commenting && <OfferedComment {...commenting} />
}

function OfferedComment({ quoteOf, begin }: PassageActs) {
  const [selected, setSelected] = useState<Selected | null>(null)
  useEffect(() => {
    let frame = 0
    const look = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setSelected(selectionNow(quoteOf)))
    }
    document.addEventListener('selectionchange', look)
    window.addEventListener('scroll', look, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('selectionchange', look)
      window.removeEventListener('scroll', look, { capture: true })
    }
  }, [quoteOf])
  if (!selected) return null
  return createPortal(
    <AppScope>
      <Button
        size="sm"
        variant="primary"
        className="fixed z-(--z-popover)"
        style={{ left: selected.left, top: selected.top }}
        // The selection stays until the comment is begun.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          begin(selected.passage)
          setSelected(null)
          document.getSelection()?.removeAllRanges()
        }}
      >
        <MessageSquarePlus aria-hidden="true" className="size-3.5" />
        Comment
      </Button>
    </AppScope>,
    document.body,
  )
}

const buttonPx = { width: 110, height: 32 }

function selectionNow(quoteOf: PassageActs['quoteOf']): Selected | null {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const passage = selectedPassage(range, quoteOf)
  if (!passage) return null
  const box = range.getBoundingClientRect()
  const left = Math.max(8, Math.min(box.right - buttonPx.width, innerWidth - buttonPx.width - 8))
  const top = Math.max(8, Math.min(box.bottom + 6, innerHeight - buttonPx.height - 8))
  return { passage, left, top }
}
