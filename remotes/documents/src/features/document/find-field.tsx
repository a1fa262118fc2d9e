import { IconButton } from '@portal/ui/icon-button'
import { SearchField } from '@portal/ui/search-field'
import { ChevronDown, ChevronUp } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { type Finding, matchesMax } from './use-find.ts'

/** Find in document. Enter goes to the next match, Shift+Enter to the previous one. */
export function FindField({ find }: { readonly find: Finding }) {
  const { text, setText, matches, step } = find
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    step(event.shiftKey ? -1 : 1)
  }
  const isEmpty = text.trim() === ''
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in the field below bubbles up here.
    <div className="flex min-w-0 flex-1 basis-56 items-center gap-1" onKeyDown={onKeyDown}>
      <SearchField
        className="min-w-0 flex-1"
        label="Find in document"
        placeholder="Find in document"
        value={text}
        onValueChange={setText}
      />
      <span role="status" className="shrink-0 whitespace-nowrap text-12 text-secondary tabular-nums">
        {isEmpty ? '' : matchCount(find)}
      </span>
      {!isEmpty && (
        <>
          <IconButton
            size="sm"
            label="Previous match"
            icon={<ChevronUp className="size-4" />}
            disabled={matches.length === 0}
            onClick={() => step(-1)}
          />
          <IconButton
            size="sm"
            label="Next match"
            icon={<ChevronDown className="size-4" />}
            disabled={matches.length === 0}
            onClick={() => step(1)}
          />
        </>
      )}
    </div>
  )
}

function matchCount({ matches, here }: Finding): string {
  if (matches.length === 0) return 'No match'
  const all = `${matches.length.toLocaleString('en')}${matches.length === matchesMax ? '+' : ''}`
  if (here !== null) return `${(here + 1).toLocaleString('en')} of ${all}`
  return matches.length === 1 ? '1 match' : `${all} matches`
}
