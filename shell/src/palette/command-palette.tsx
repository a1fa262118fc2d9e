import {
  Combobox,
  ComboboxItem,
  ComboboxList,
  ComboboxProvider,
  useComboboxContext,
  useStoreState,
} from '@ariakit/react'
import type { Document } from '@portal/contracts/documents'
import { useNavigate } from '@portal/remote-kit/navigation'
import { useCan } from '@portal/remote-kit/session'
import { Dialog } from '@portal/ui/dialog'
import { useQuery } from '@tanstack/react-query'
import { FileText, type LucideIcon, MessageSquareText, MoveRight, TextSearch } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { NavigationView } from '../navigation/navigation-items.ts'
import { navigationItems, pagesBelow } from '../navigation/navigation-items.ts'
import { PaletteAnswer } from './palette-answer.tsx'
import type { PaletteEntry } from './palette-entries.ts'
import { paletteEntries } from './palette-entries.ts'
import { useFoundPassages } from './use-found-passages.ts'
import { usePaletteQuestion } from './use-palette-question.ts'

const icons: Readonly<Record<PaletteEntry['kind'], LucideIcon>> = {
  page: MoveRight,
  document: FileText,
  passage: TextSearch,
  ask: MessageSquareText,
}
const label = 'Go to a page, find a document, or ask'

export interface CommandPaletteProps extends NavigationView {
  readonly onClose: () => void
}

/**
 * Go to a page, find a document, or ask: type, choose with the arrow keys, confirm with Enter. The
 * answer comes in place, as it is made; typing on stops it and brings the list back.
 */
export function CommandPalette(props: CommandPaletteProps) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const box = useRef<HTMLInputElement>(null)
  const entries = useEntries(props, text)
  const { asked, ask, leave } = usePaletteQuestion()
  const choose = ({ to, label: question }: PaletteEntry) => {
    if (to === null) {
      ask(question)
      return
    }
    props.onClose()
    navigate(to)
  }
  return (
    <Dialog onClose={props.onClose} title="Search or ask">
      <ComboboxProvider
        open={asked === null}
        includesBaseElement={false}
        value={text}
        setValue={(value) => {
          setText(value)
          if (value.trim() !== asked?.question) leave()
        }}
      >
        <Combobox
          ref={box}
          autoSelect="always"
          aria-label={label}
          placeholder={`${label}...`}
          className="h-control-lg w-full rounded-control border border-control bg-panel px-3"
        />
        {asked === null && (
          <ComboboxList aria-label="Results" className="-mx-2 flex max-h-80 flex-col overflow-y-auto">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} onChoose={() => choose(entry)} />
            ))}
            {entries.length === 0 && <p className="px-3 py-2 text-13 text-secondary">Nothing found.</p>}
          </ComboboxList>
        )}
      </ComboboxProvider>
      {asked && (
        <PaletteAnswer
          asked={asked}
          onRetry={() => ask(asked.question)}
          onStop={() => {
            leave()
            box.current?.focus()
          }}
          onClose={props.onClose}
        />
      )}
    </Dialog>
  )
}

function useEntries(view: NavigationView, text: string): readonly PaletteEntry[] {
  const documents = useQuery<readonly Document[]>({
    queryKey: ['/api/documents'],
    enabled: useCan('document:read'),
  })
  const sources = {
    pages: [...navigationItems(view, 'topBar'), ...pagesBelow(view), ...navigationItems(view, 'userMenu')],
    documents: documents.data ?? [],
    passages: useFoundPassages(text),
    mayAsk: useCan('chat:ask'),
  }
  return paletteEntries(sources, text)
}

function Entry({ entry, onChoose }: { readonly entry: PaletteEntry; readonly onChoose: () => void }) {
  const Icon = icons[entry.kind]
  const id = useId()
  const isChosen = useStoreState(useComboboxContext(), (state) => state?.activeId === id)
  return (
    <ComboboxItem
      id={id}
      aria-selected={isChosen}
      focusOnHover
      onClick={onChoose}
      className="flex cursor-pointer items-center gap-2.5 rounded-control px-3 py-2 text-13 aria-selected:bg-active"
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-tertiary" />
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {entry.label}
      </span>
      <span className="max-w-2/5 shrink-0 truncate text-12 text-tertiary">{entry.hint}</span>
    </ComboboxItem>
  )
}
