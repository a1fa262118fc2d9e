import { type Document, documentsApi } from '@portal/contracts/documents'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { CheckboxField } from '@portal/ui/checkbox-field'
import { ColorName } from '@portal/ui/color-name'
import { FormDialog } from '@portal/ui/form-dialog'
import { useState } from 'react'
import { useDepartments } from './queries.ts'

const refreshes = [documentsApi.listDocuments.path, documentsApi.searchPassages.path]

interface VisibilityDialogProps {
  readonly document: Document
  readonly onClose: () => void
}

/** The whole organization, or chosen departments (decision 28). Stewards see it in any case. */
export function VisibilityDialog({ document, onClose }: VisibilityDialogProps) {
  const [seen] = useState(document.visibleTo)
  const { mutate, isPending } = useReportedMutation(documentsApi.changeDocument, {
    refreshes,
    success: 'Visibility changed',
    failure: 'Failed to change document',
    onDone: onClose,
  })
  return (
    <AudienceDialog
      title={`Who can see "${document.title}"`}
      before={seen}
      isBusy={isPending}
      onSave={(visibleTo) =>
        mutate({ params: { id: document.id }, body: { visibleTo, seen: { visibleTo: seen } } })
      }
      onClose={onClose}
    />
  )
}

export interface AudienceDialogProps {
  readonly title: string
  /** Who can see it now; null: several documents, which different people can see. */
  readonly before: readonly number[] | null
  readonly isBusy: boolean
  readonly onSave: (visibleTo: number[]) => void
  readonly onClose: () => void
}

/** Asks who can see one document, or several. */
export function AudienceDialog({ title, before, isBusy, onSave, onClose }: AudienceDialogProps) {
  const departments = useDepartments()
  const [ticked, setTicked] = useState(before)
  // Without departments deleted meanwhile: the server would refuse all of them.
  const chosen = ticked?.filter((number) => departments.data?.some(({ id }) => id === number))
  const choose = (id: number, isChosen: boolean) =>
    setTicked([...(chosen ?? []).filter((number) => number !== id), ...(isChosen ? [id] : [])])
  return (
    <FormDialog
      title={title}
      submitLabel="Save"
      busyLabel="Saving..."
      isBusy={isBusy}
      isIncomplete={!departments.data || chosen === undefined}
      onClose={onClose}
      onSubmit={() => chosen && onSave(chosen)}
    >
      <ReadFailure title="The departments could not be loaded" query={departments} />
      <p className="text-13 text-secondary">{inWords(chosen)}</p>
      <fieldset className="-mx-2 mt-2 flex max-h-80 min-w-0 flex-col overflow-y-auto" disabled={isBusy}>
        <legend className="sr-only">Departments</legend>
        <CheckboxField
          label="Everyone in the organization"
          checked={chosen?.length === 0}
          onCheckedChange={() => setTicked([])}
        />
        {departments.data?.map(({ id, name, color }) => (
          <CheckboxField
            key={id}
            label={<ColorName name={name} color={color} />}
            checked={chosen?.includes(id) === true}
            onCheckedChange={(isChosen) => choose(id, isChosen)}
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}

function inWords(chosen: readonly number[] | undefined): string {
  if (chosen === undefined) return 'Different people can see them now.'
  return chosen.length === 0
    ? 'Everyone in the organization can read it and gets answers from it.'
    : 'Only members of these departments, admins and facilitators can read it and get answers from it.'
}

/** Who can see all of these; null where they differ. */
export function commonAudience(documents: readonly Document[]): readonly number[] | null {
  const [first, ...others] = documents.map(({ visibleTo }) => [...visibleTo].sort((a, b) => a - b))
  return others.every((audience) => String(audience) === String(first)) ? (first ?? null) : null
}
