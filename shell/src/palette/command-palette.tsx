import {
  Combobox,
  ComboboxItem,
  ComboboxList,
  ComboboxProvider,
  useComboboxContext,
  useStoreState,
} from '@ariakit/react'
import { chatApi } from '@portal/contracts/chat'
import { useNavigate } from '@portal/remote-kit/navigation'
import { useCan } from '@portal/remote-kit/session'
import { Dialog } from '@portal/ui/dialog'
import {
  FileText,
  type LucideIcon,
  MessageSquareText,
  MessagesSquare,
  MoveRight,
  TextSearch,
  UserRound,
  Zap,
} from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { PaletteAnswer } from './palette-answer.tsx'
import { type PaletteEntry, paletteEntries } from './palette-entries.ts'
import { usePaletteTitle } from './palette-title.ts'
import type { PanelProps } from './panel-props.ts'
import { usePaletteQuestion } from './use-palette-question.ts'
import { usePaletteSources } from './use-palette-sources.ts'

const icons: Readonly<Record<PaletteEntry['kind'], LucideIcon>> = {
  page: MoveRight,
  document: FileText,
  person: UserRound,
  conversation: MessagesSquare,
  act: Zap,
  ask: MessageSquareText,
  passage: TextSearch,
}

/**
 * Everything that the person may see, do or ask: type, choose with the arrow keys, confirm with
 * Enter. The answer comes in place, as it is made; typing on stops it and brings the list back. The
 * box keeps its place and size meanwhile.
 */
export function CommandPalette(props: PanelProps) {
  const navigate = useNavigate()
  const label = useCan(chatApi.ask) ? 'Find anything, or ask' : 'Find anything'
  const [text, setText] = useState('')
  const box = useRef<HTMLInputElement>(null)
  const entries = paletteEntries(usePaletteSources(props, text), text)
  const { asked, ask, leave } = usePaletteQuestion()
  const choose = ({ to, perform, label: question }: PaletteEntry) => {
    if (to === undefined && !perform) return ask(question)
    props.onClose()
    perform?.()
    if (to !== undefined) navigate(to)
  }
  return (
    <Dialog wide onClose={props.onClose} title={usePaletteTitle()} placement="top">
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
        <div className="h-[min(22rem,calc(90dvh-12rem))] min-h-24">
          {asked === null && (
            <ComboboxList aria-label="Results" className="-mx-2 flex max-h-full flex-col overflow-y-auto">
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} onChoose={() => choose(entry)} />
              ))}
              {entries.length === 0 && <p className="px-3 py-2 text-13 text-secondary">Nothing found.</p>}
            </ComboboxList>
          )}
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
        </div>
      </ComboboxProvider>
    </Dialog>
  )
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
      {/* Beside one another in a narrow window, label and hint would cut each other short. */}
      <span className="flex min-w-0 flex-1 gap-x-3 max-sm:flex-col sm:items-center">
        <span dir="auto" className="min-w-0 truncate sm:flex-1">
          {entry.label}
        </span>
        <span className="truncate text-12 text-tertiary sm:max-w-2/5 sm:shrink-0">{entry.hint}</span>
      </span>
    </ComboboxItem>
  )
}
