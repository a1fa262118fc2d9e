import type { Citation } from '@portal/contracts/chat'
import { IconButton } from '@portal/ui/icon-button'
import { Sheet } from '@portal/ui/sheet'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Evidence, SourceSkeleton } from './evidence.tsx'
import type { CitedPassage } from './use-cited-passage.ts'

interface EvidencePanelProps {
  readonly cited: CitedPassage
  /** Whether it fits next to the thread; otherwise it is a sheet. */
  readonly isBeside: boolean
}

/** The source of the open citation, if one is open. Esc closes it and gives the focus back. */
export function EvidencePanel({ cited, isBeside }: EvidencePanelProps) {
  const { citation } = cited
  if (!citation) return isBeside && cited.isAwaited ? <AwaitedColumn /> : null
  if (isBeside) return <EvidenceColumn citation={citation} cited={cited} />
  return (
    <Sheet open isInAddress onOpenChange={(isOpen) => !isOpen && cited.close()} title="Evidence">
      <div className="flex h-full flex-col">
        <div className="flex shrink-0 items-center gap-1 border-subtle border-b px-4 py-1.5">
          <SourceSwitch citation={citation} cited={cited} />
        </div>
        <Evidence citation={citation} />
      </div>
    </Sheet>
  )
}

const columnClass =
  'flex w-(--evidence-width) shrink-0 flex-col border-default border-l bg-panel print:hidden'

/** Keeps the column's room, so that the thread does not move when the evidence comes. */
function AwaitedColumn() {
  return (
    <aside aria-label="Evidence" className={columnClass}>
      <header className="flex min-h-13 shrink-0 items-center border-subtle border-b py-1.5 pl-4">
        <h2 className="font-semibold text-14">Evidence</h2>
      </header>
      <SourceSkeleton />
    </aside>
  )
}

interface OpenCitation {
  readonly citation: Citation
  readonly cited: CitedPassage
}

function EvidenceColumn({ citation, cited }: OpenCitation) {
  const { heading, closeOnEscape, close } = useFocusOnOpen(cited.close)
  return (
    <aside aria-label="Evidence" onKeyDown={closeOnEscape} className={columnClass}>
      <header className="flex min-h-13 shrink-0 items-center gap-1 border-subtle border-b py-1.5 pr-2 pl-4">
        <h2 ref={heading} tabIndex={-1} className="mr-1 font-semibold text-14 outline-none">
          Evidence
        </h2>
        <SourceSwitch citation={citation} cited={cited} />
        <IconButton label="Close evidence" icon={<X className="size-4" />} onClick={close} />
      </header>
      <Evidence citation={citation} />
    </aside>
  )
}

/** The column takes the focus from the control that opened it and returns it on closing. */
function useFocusOnOpen(onClose: () => void) {
  const heading = useRef<HTMLHeadingElement>(null)
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    // Opened by a link there was no control, and the page keeps its focus.
    if (document.activeElement?.getAttribute('aria-pressed') !== 'true') return
    opener.current = document.activeElement
    heading.current?.focus({ preventScroll: true })
    // Back closes it too, and then the focus would be lost with it.
    return () => {
      if (document.activeElement === document.body && opener.current instanceof HTMLElement)
        opener.current.focus({ preventScroll: true })
    }
  }, [])
  const close = () => {
    onClose()
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  return {
    heading,
    close,
    closeOnEscape: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.stopPropagation()
      close()
    },
  }
}

function SourceSwitch({ citation: { number }, cited }: OpenCitation) {
  const count = cited.siblings.length
  const steps = [
    { label: 'Previous source', Icon: ChevronUp, to: number - 1 },
    { label: 'Next source', Icon: ChevronDown, to: number + 1 },
  ]
  return (
    <>
      <span className="min-w-0 flex-1 truncate text-12 text-tertiary" aria-live="polite">
        Source {number} of {count}
      </span>
      {count > 1 &&
        steps.map(({ label, Icon, to }) => (
          <IconButton
            key={label}
            label={label}
            icon={<Icon className="size-4" />}
            disabled={to < 1 || to > count}
            onClick={() => cited.openSibling(to)}
          />
        ))}
    </>
  )
}
