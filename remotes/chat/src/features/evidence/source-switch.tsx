import type { Citation } from '@portal/contracts/chat'
import { IconButton } from '@portal/ui/icon-button'
import { ChevronDown, ChevronUp } from 'lucide-react'
import type { CitedPassage } from './use-cited-passage.ts'

export interface SourceSwitchProps {
  readonly citation: Citation
  readonly cited: CitedPassage
}

export function SourceSwitch({ citation: { number }, cited }: SourceSwitchProps) {
  const count = cited.siblings.length
  return (
    <>
      <span className="min-w-0 flex-1 truncate text-12 text-tertiary" aria-live="polite">
        Source {number} of {count}
      </span>
      {count > 1 && (
        <>
          <IconButton
            label="Previous source"
            icon={<ChevronUp className="size-4" />}
            disabled={number === 1}
            onClick={() => cited.openSibling(number - 1)}
          />
          <IconButton
            label="Next source"
            icon={<ChevronDown className="size-4" />}
            disabled={number === count}
            onClick={() => cited.openSibling(number + 1)}
          />
        </>
      )}
    </>
  )
}
