import {
  archivedDocumentsMax,
  type Document,
  type DocumentChange,
  documentsApi,
} from '@portal/contracts/documents'
import { routeUrl } from '@portal/contracts/route'
import { useCan } from '@portal/remote-kit/session'
import { Button } from '@portal/ui/button'
import { ConfirmDialog } from '@portal/ui/confirm-dialog'
import { counted } from '@portal/ui/counted'
import { Select } from '@portal/ui/select'
import { Archive, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useOwnerOptions } from '../owner/owner-dialog.tsx'
import { useDepartments } from './queries.ts'
import { useChosenActs } from './use-chosen-acts.ts'
import { AudienceDialog, commonAudience } from './visibility-dialog.tsx'

export interface ChoiceBarProps {
  readonly chosen: readonly Document[]
  /** The documents that are drawn. */
  readonly drawn: readonly Document[]
  readonly onChoose: (documents: readonly Document[]) => void
}

/** No person's id. */
const noOwner = '-'

/** What is done with several documents at once. */
export function ChoiceBar({ chosen, drawn, onChoose }: ChoiceBarProps) {
  const { data: departments = [] } = useDepartments()
  const { change, remove, done } = useChosenActs(chosen, onChoose)
  const owners = useOwnerOptions()
  const [asking, setAsking] = useState<'visibility' | 'deletion' | null>(null)
  const close = () => setAsking(null)
  const canDelete = useCan(documentsApi.deleteDocument)
  if (chosen.length === 0) return null
  const numbered = departments.map(({ id, name }) => ({ value: String(id), label: name }))
  const isBusy = done !== null
  const choose = (label: string, options: typeof numbered, changeOf: (value: string) => DocumentChange) => (
    <Select
      hideLabel
      label={label}
      placeholder={`${label}...`}
      value=""
      disabled={isBusy}
      options={options}
      onChange={(event) => event.target.value !== '' && void change(changeOf(event.target.value))}
      className="md:w-36"
    />
  )
  return (
    <section
      aria-label="Chosen documents"
      className="sticky bottom-3 z-10 grid grid-cols-2 items-center gap-2 md:flex md:flex-wrap rounded-card border border-accent-border bg-raised px-3 py-2 shadow-popover"
    >
      <p role="status" className="mr-2 shrink-0 font-medium text-13 max-md:col-span-2">
        {isBusy ? `${done} of ${chosen.length} done` : `${counted(chosen.length, 'document')} chosen`}
      </p>
      {choose('Department', [{ value: '0', label: 'None' }, ...numbered], (value) => ({
        departmentId: value === '0' ? null : Number(value),
      }))}
      <Button disabled={isBusy} onClick={() => setAsking('visibility')}>
        Visible to...
      </Button>
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
      <ArchiveLink chosen={chosen} />
      {canDelete && (
        <Button size="sm" variant="ghost" disabled={isBusy} onClick={() => setAsking('deletion')}>
          <Trash2 className="size-3.5" />
          Delete chosen
        </Button>
      )}
      <span className="flex flex-wrap gap-1 max-md:col-span-2 md:ml-auto">
        {chosen.length < drawn.length && (
          <Button size="sm" variant="ghost" disabled={isBusy} onClick={() => onChoose(drawn)}>
            Choose all {drawn.length} shown
          </Button>
        )}
        <Button size="sm" variant="ghost" disabled={isBusy} onClick={() => onChoose([])}>
          <X className="size-3.5" />
          Clear
        </Button>
      </span>
      {asking === 'visibility' && (
        <AudienceDialog
          title={`Who can see ${counted(chosen.length, 'document')}`}
          before={commonAudience(chosen)}
          isBusy={isBusy}
          onSave={(visibleTo) => void change({ visibleTo }).then(close)}
          onClose={close}
        />
      )}
      {asking === 'deletion' && (
        <ConfirmDialog
          onClose={close}
          title="Delete documents"
          question={`Are you sure you want to delete ${counted(chosen.length, 'document')}? The assistant stops citing them at once. They can be restored for 30 days.`}
          confirmLabel="Delete documents"
          isBusy={isBusy}
          onConfirm={() => void remove().then(close)}
        />
      )}
    </section>
  )
}

function ArchiveLink({ chosen }: Pick<ChoiceBarProps, 'chosen'>) {
  if (chosen.length > archivedDocumentsMax) {
    return <p className="text-12 text-tertiary">An archive holds at most {archivedDocumentsMax} documents.</p>
  }
  const ids = chosen.map(({ id }) => id).join(',')
  return (
    <Button asChild size="sm" variant="ghost">
      <a href={routeUrl(documentsApi.archiveDocuments, {}, { ids })} download="documents.zip">
        <Archive aria-hidden="true" className="size-3.5" />
        Archive (ZIP)
      </a>
    </Button>
  )
}
