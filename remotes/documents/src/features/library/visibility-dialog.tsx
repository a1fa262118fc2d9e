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
  const departments = useDepartments()
  const [seen] = useState(document.visibleTo)
  const [ticked, setTicked] = useState<readonly number[]>(seen)
  // Without departments deleted meanwhile: the server would refuse all of them.
  const chosen = ticked.filter((number) => departments.data?.some(({ id }) => id === number))
  const { mutate, isPending } = useReportedMutation(documentsApi.changeDocument, {
    refreshes,
    success: 'Visibility changed',
    failure: 'Failed to change document',
    onDone: onClose,
  })
  return (
    <FormDialog
      title={`Who can see "${document.title}"`}
      submitLabel="Save"
      busyLabel="Saving..."
      isBusy={isPending}
      isIncomplete={!departments.data}
      onClose={onClose}
      onSubmit={() =>
        mutate({ params: { id: document.id }, body: { visibleTo: [...chosen], seen: { visibleTo: seen } } })
      }
    >
      <ReadFailure title="The departments could not be loaded" query={departments} />
      <p className="text-13 text-secondary">
        {chosen.length === 0
          ? 'Everyone in the organization can read it and gets answers from it.'
          : 'Only members of these departments, admins and facilitators can read it and get answers from it.'}
      </p>
      <fieldset className="-mx-2 mt-2 flex max-h-80 min-w-0 flex-col overflow-y-auto" disabled={isPending}>
        <legend className="sr-only">Departments</legend>
        {departments.data?.map(({ id, name, color }) => (
          <CheckboxField
            key={id}
            label={<ColorName name={name} color={color} />}
            checked={chosen.includes(id)}
            onCheckedChange={(isChosen) =>
              setTicked(isChosen ? [...chosen, id] : chosen.filter((number) => number !== id))
            }
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}
