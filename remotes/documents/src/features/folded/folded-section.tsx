import { useSearchParams } from '@portal/remote-kit/navigation'
import { FoldMark, foldLineClass } from '@portal/ui/fold-mark'
import type { ReactNode } from 'react'

interface FoldedSectionProps {
  /** The parameter of the address that keeps whether it is open. */
  readonly name: string
  readonly title: string
  /** Drawn, and what it needs read, only while it is open. */
  readonly children: ReactNode
}

/** What most readers do not need: a line until somebody opens it. */
export function FoldedSection({ name, title, children }: FoldedSectionProps) {
  const [params, setParams] = useSearchParams()
  const isOpen = params.get(name) === 'open'
  return (
    <details
      open={isOpen}
      className="group rounded-card border border-default bg-panel print:not-open:hidden"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open === isOpen) return
        const next = new URLSearchParams(params)
        if (currentTarget.open) next.set(name, 'open')
        else next.delete(name)
        setParams(next, { replace: true })
      }}
    >
      <summary className={`${foldLineClass} px-3 py-2.5 font-semibold text-14`}>
        <FoldMark />
        <h2>{title}</h2>
      </summary>
      {isOpen && children}
    </details>
  )
}
