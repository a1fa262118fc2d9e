import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

export interface CopyButtonProps {
  /** What lands on the clipboard. */
  readonly value: string
  /** Says what is copied: the accessible name ("Copy join code"). */
  readonly label: string
  /** Shows the label instead of the icon alone. */
  readonly showLabel?: boolean
  /** Shown instead of the label in windows below 22 rem, where other controls are beside it. */
  readonly shortLabel?: string
}

const confirmationMs = 2000

/** Copies a value and says "Copied" for two seconds, to eyes and to screen readers. */
export function CopyButton({ value, label, showLabel = false, shortLabel }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  useEffect(() => {
    if (outcome === null) return
    const timer = setTimeout(() => setOutcome(null), confirmationMs)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setOutcome('copied')
    } catch {
      // Refused: no permission, or neither HTTPS nor localhost.
      setOutcome('failed')
    }
  }
  const spoken = outcome === null ? '' : outcome === 'copied' ? 'Copied' : 'Could not copy'
  return (
    <span className="inline-flex items-center gap-1">
      <Button variant="ghost" size="sm" square={!showLabel} onClick={copy} title={label} aria-label={label}>
        {outcome === 'copied' ? (
          <Check aria-hidden="true" className="size-3.5 text-success-text" />
        ) : (
          <Copy aria-hidden="true" className="size-3.5" />
        )}
        {showLabel && (outcome === 'copied' ? 'Copied' : <Label whole={label} short={shortLabel} />)}
      </Button>
      <span
        aria-live="polite"
        className={classNames(outcome !== 'failed' && 'sr-only', 'text-12 text-danger-text')}
      >
        {spoken}
      </span>
    </span>
  )
}

function Label({ whole, short }: { readonly whole: string; readonly short: string | undefined }) {
  if (short === undefined) return whole
  return (
    <>
      <span className="max-[22rem]:hidden">{whole}</span>
      <span className="min-[22rem]:hidden">{short}</span>
    </>
  )
}
