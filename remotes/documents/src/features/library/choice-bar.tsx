import {
  archivedDocumentsMax,
  type Document,
  type DocumentChange,
  documentsApi,
} from '@portal/contracts/documents'
import { routeUrl } from '@portal/contracts/route'
import { SaveLink } from '@portal/remote-kit/save-link'
import { useCan } from '@portal/remote-kit/session'
import { Button } from '@portal/ui/button'
import { classNames } from '@portal/ui/class-names'
import { ConfirmDialog } from '@portal/ui/confirm-dialog'
import { counted } from '@portal/ui/counted'
import { Select } from '@portal/ui/select'
import { Archive, ChevronUp, Trash2, X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useOwnerOptions } from '../owner/owner-dialog.tsx'
import { useDepartments } from './queries.ts'
import { useChosenActs } from './use-chosen-acts.ts'
import { useFold } from './use-fold.ts'
import { AudienceDialog, commonAudience } from './visibility-dialog.tsx'

export interface ChoiceBarProps {
  readonly chosen: readonly Document[]
  /** The documents that are drawn. */
  readonly drawn: readonly Document[]
  readonly onChoose: (documents: readonly Document[]) => void
}

/** No person's id. */
const noOwner = '-'

/** In small windows an icon without its words, as high as a finger. */
const compact = 'max-lg:size-control-lg max-lg:px-0'

/** What is done with several documents at once. In small windows a line, which unfolds. */
export function ChoiceBar({ chosen, drawn, onChoose }: ChoiceBarProps) {
  const { change, remove, done } = useChosenActs(chosen, onChoose)
  const { isOpen, setOpen, ref } = useFold(chosen.length > 0)
  const toggle = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  if (chosen.length === 0) return null
  const isBusy = done !== null
  const changeAll = (changed: DocumentChange) => {
    setOpen(false)
    return change(changed)
  }
  const foldAway = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isOpen) return
    setOpen(false)
    toggle.current?.focus()
  }
  return (
    <section
      ref={ref}
      aria-label="Chosen documents"
      data-sticks-below=""
      onKeyDown={foldAway}
      className="sticky bottom-3 z-10 flex flex-wrap items-center gap-2 rounded-card border border-accent-border bg-raised px-3 py-2 shadow-popover max-lg:gap-1 max-lg:py-1"
    >
      {/* What the unfolded line half covers would be pressed by mistake. */}
      {isOpen && (
        <div aria-hidden="true" className="-z-10 fixed inset-0 lg:hidden" onClick={() => setOpen(false)} />
      )}
      <p
        role="status"
        className="mr-2 shrink-0 font-medium text-13 max-lg:min-w-0 max-lg:flex-1 max-lg:shrink"
      >
        {isBusy ? `${done} of ${chosen.length} done` : `${counted(chosen.length, 'document')} chosen`}
      </p>
      <Button
        size="sm"
        variant="ghost"
        className="max-lg:h-control-lg lg:hidden"
        ref={toggle}
        aria-expanded={isOpen}
        aria-controls={panelId}
        disabled={isBusy}
        onClick={() => setOpen(!isOpen)}
      >
        More
        <ChevronUp aria-hidden="true" className={classNames('size-3.5', isOpen && 'rotate-180')} />
      </Button>
      <div
        id={panelId}
        className={classNames(
          'grid grid-cols-2 items-center gap-2 sm:grid-cols-[1.4fr_1fr_1fr_1fr] max-lg:order-first max-lg:basis-full max-lg:py-2 lg:contents',
          'max-lg:-mx-1 max-lg:max-h-[calc(100dvh-var(--topbar-height)-5rem)] max-lg:overflow-y-auto max-lg:px-1',
          !isOpen && 'max-lg:hidden',
        )}
      >
        {chosen.length < drawn.length && (
          <Button
            size="sm"
            variant="ghost"
            className="max-lg:col-span-full max-lg:justify-self-start"
            disabled={isBusy}
            onClick={() => onChoose(drawn)}
          >
            Choose all {drawn.length} shown
          </Button>
        )}
        <Changes chosen={chosen} isBusy={isBusy} change={changeAll} />
        <ArchiveLink chosen={chosen} />
      </div>
      <Deletion count={chosen.length} isBusy={isBusy} remove={remove} />
      <Button
        size="sm"
        square
        variant="ghost"
        className={`lg:ml-auto ${compact}`}
        disabled={isBusy}
        onClick={() => onChoose([])}
      >
        <X aria-hidden="true" className="size-4" />
        <span className="sr-only">Clear</span>
      </Button>
    </section>
  )
}

interface ChangesProps {
  readonly chosen: readonly Document[]
  readonly isBusy: boolean
  readonly change: (change: DocumentChange) => Promise<void>
}

/** What all chosen documents are given by one choice. */
function Changes({ chosen, isBusy, change }: ChangesProps) {
  const { data: departments = [] } = useDepartments()
  const owners = useOwnerOptions()
  const numbered = departments.map(({ id, name }) => ({ value: String(id), label: name }))
  const choose = (label: string, options: typeof numbered, changeOf: (value: string) => DocumentChange) => (
    <Select
      hideLabel
      label={label}
      placeholder={`${label}...`}
      value=""
      disabled={isBusy}
      options={options}
      onChange={(event) => event.target.value !== '' && void change(changeOf(event.target.value))}
      className="lg:w-32 lg:max-w-40 lg:grow"
    />
  )
  return (
    <>
      {choose('Department', [{ value: '0', label: 'None' }, ...numbered], (value) => ({
        departmentId: value === '0' ? null : Number(value),
      }))}
      <Audience {...{ chosen, isBusy, change }} />
      {choose('Owner', [{ value: noOwner, label: 'No owner' }, ...owners], (value) => ({
        ownerId: value === noOwner ? null : value,
      }))}
      {choose(
        'Status',
        [
          { value: 'true', label: 'Activate' },
          { value: 'false', label: 'Deactivate' },
        ],
        (value) => ({ isActive: value === 'true' }),
      )}
    </>
  )
}

/** Opens the chosen documents to departments, after a question that says who will see them. */
function Audience({ chosen, isBusy, change }: ChangesProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button className="max-lg:h-control-lg" disabled={isBusy} onClick={() => setAsking(true)}>
        Visible to...
      </Button>
      {isAsking && (
        <AudienceDialog
          title={`Who can see ${counted(chosen.length, 'document')}`}
          before={commonAudience(chosen)}
          isBusy={isBusy}
          onSave={(visibleTo) => void change({ visibleTo }).then(() => setAsking(false))}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

interface DeletionProps {
  readonly count: number
  readonly isBusy: boolean
  readonly remove: () => Promise<void>
}

function Deletion({ count, isBusy, remove }: DeletionProps) {
  const [isAsking, setAsking] = useState(false)
  const canDelete = useCan(documentsApi.deleteDocument)
  if (!canDelete) return null
  return (
    <>
      <Button size="sm" variant="ghost" className={compact} disabled={isBusy} onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" className="size-3.5 max-lg:size-4" />
        <span className="max-lg:sr-only">Delete chosen</span>
      </Button>
      {isAsking && (
        <ConfirmDialog
          onClose={() => setAsking(false)}
          title="Delete documents"
          question={`Are you sure you want to delete ${counted(count, 'document')}? The assistant stops citing them at once. They can be restored for 30 days.`}
          confirmLabel="Delete documents"
          isBusy={isBusy}
          onConfirm={() => void remove().then(() => setAsking(false))}
        />
      )}
    </>
  )
}

function ArchiveLink({ chosen }: Pick<ChoiceBarProps, 'chosen'>) {
  if (chosen.length > archivedDocumentsMax) {
    return (
      <p className="text-12 text-tertiary max-lg:col-span-full">
        An archive holds at most {archivedDocumentsMax} documents.
      </p>
    )
  }
  const ids = chosen.map(({ id }) => id).join(',')
  return (
    <SaveLink
      size="sm"
      variant="ghost"
      className="max-lg:col-span-full max-lg:justify-self-start"
      icon={<Archive aria-hidden="true" className="size-3.5" />}
      file={{
        address: routeUrl(documentsApi.archiveDocuments, {}, { ids }),
        name: 'documents.zip',
        isLarge: true,
      }}
    >
      Archive (ZIP)
    </SaveLink>
  )
}
