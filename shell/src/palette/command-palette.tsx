import type { Document } from '@portal/contracts/documents'
import { useNavigate } from '@portal/remote-kit/navigation'
import { useCan } from '@portal/remote-kit/session'
import { Dialog } from '@portal/ui/dialog'
import { useQuery } from '@tanstack/react-query'
import { FileText, type LucideIcon, MessageSquareText, MoveRight } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useId, useState } from 'react'
import type { NavigationView } from '../navigation/navigation-items.ts'
import { navigationItems, pagesBelow } from '../navigation/navigation-items.ts'
import type { PaletteEntry } from './palette-entries.ts'
import { paletteEntries } from './palette-entries.ts'

const icons: Readonly<Record<PaletteEntry['kind'], LucideIcon>> = {
  page: MoveRight,
  document: FileText,
  ask: MessageSquareText,
}

/** The palette's view of the page, and what closes it. */
export interface CommandPaletteProps extends NavigationView {
  readonly onClose: () => void
}

/** Go to a page, find a document, ask: typed, chosen with the arrow keys, done with Enter. The dialog gives the focus to its one field. */
export function CommandPalette(props: CommandPaletteProps) {
  const { onClose } = props
  const navigate = useNavigate()
  const listId = useId()
  const [text, setText] = useState('')
  const [index, setIndex] = useState(0)
  const documents = useQuery<readonly Document[]>({
    queryKey: ['/api/documents'],
    enabled: useCan('document:read'),
  })
  const entries = paletteEntries(
    {
      pages: [
        ...navigationItems({ ...props, layout: 'topbar' }),
        ...pagesBelow(props),
        ...navigationItems({ ...props, layout: 'user-menu' }),
      ],
      documents: documents.data ?? [],
      mayAsk: useCan('chat:ask'),
    },
    text,
  )
  const chosen = Math.min(index, entries.length - 1)
  const go = (entry: PaletteEntry | undefined) => {
    if (!entry) return
    onClose()
    navigate(entry.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setIndex((chosen + step + entries.length) % Math.max(entries.length, 1))
    else if (event.key === 'Enter') go(entries[chosen])
    else return
    event.preventDefault()
  }
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title="Search or ask">
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={entries[chosen] ? `${listId}-${chosen}` : undefined}
        aria-label="Go to a page, find a document, or ask"
        placeholder="Go to a page, find a document, or ask..."
        className="h-control-lg w-full rounded-control border border-control bg-panel px-3"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setIndex(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={listId}
        role="listbox"
        aria-label="Results"
        className="-mx-2 flex max-h-80 flex-col overflow-y-auto"
      >
        {entries.map((entry, position) => (
          <Option
            key={entry.id}
            id={`${listId}-${position}`}
            entry={entry}
            isChosen={position === chosen}
            onChoose={() => go(entry)}
          />
        ))}
        {entries.length === 0 && <p className="px-3 py-2 text-13 text-secondary">Nothing found.</p>}
      </div>
    </Dialog>
  )
}

interface OptionProps {
  readonly id: string
  readonly entry: PaletteEntry
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Option({ id, entry, isChosen, onChoose }: OptionProps) {
  const Icon = icons[entry.kind]
  return (
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onClick={onChoose}
      className="flex w-full items-center gap-2.5 rounded-control px-3 py-2 text-left text-13 hover:bg-hover aria-selected:bg-active"
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-tertiary" />
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {entry.label}
      </span>
      <span className="shrink-0 text-12 text-tertiary">{entry.hint}</span>
    </button>
  )
}
