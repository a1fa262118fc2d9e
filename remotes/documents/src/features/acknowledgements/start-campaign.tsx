import type { ChangeKind } from '@portal/contracts/acknowledgements'
import { addDays } from '@portal/contracts/calendar-day'
import { documentsApi } from '@portal/contracts/documents'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useToday } from '@portal/remote-kit/use-today'
import { CheckboxField } from '@portal/ui/checkbox-field'
import { ColorName } from '@portal/ui/color-name'
import { FormDialog } from '@portal/ui/form-dialog'
import { Select } from '@portal/ui/select'
import { TextField } from '@portal/ui/text-field'
import { useState } from 'react'
import { useDepartments } from '../library/queries.ts'
import { refreshes, useCampaigns } from './queries.ts'

interface StartCampaignProps {
  /** The current version of a document. */
  readonly version: { readonly id: string; readonly documentId: string; readonly version: number }
  readonly onClose: () => void
}

const kinds = [
  { value: 'material', label: 'Material: everyone is asked again' },
  { value: 'minor', label: 'Minor: earlier acknowledgements carry over' },
]
const whole = 'everyone'
const some = 'departments'
const daysToRead = 14

/**
 * Asks people to acknowledge the current version: whom, until when, and whether acknowledgements
 * of an earlier one carry over.
 */
export function StartCampaign({ version, onClose }: StartCampaignProps) {
  const [audience, setAudience] = useState(whole)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const { day: today, isLoading } = useToday()
  const [enteredDueOn, setDueOn] = useState<string>()
  const dueOn = enteredDueOn ?? (today === undefined ? '' : addDays(today, daysToRead))
  const [change, setChange] = useState<ChangeKind>('material')
  const earlier = useCampaigns(version.documentId, true).data ?? []
  const isMinorPossible = earlier.some(({ versionId }) => versionId !== version.id)
  const running = earlier.find(({ state }) => state === 'open')
  const { mutate, isPending } = useReportedMutation(documentsApi.startCampaign, {
    refreshes,
    success: 'People are asked to read this version',
    failure: 'Failed to start the campaign',
    onDone: onClose,
  })
  const departmentIds = audience === whole ? null : [...chosen]
  return (
    <FormDialog
      title={`Ask people to read version ${version.version}`}
      description="They find it under “To read” and acknowledge it. You see who has and who has not."
      submitLabel="Start campaign"
      busyLabel="Starting..."
      isBusy={isPending}
      isIncomplete={isLoading || departmentIds?.length === 0}
      onClose={onClose}
      onSubmit={() =>
        mutate({ body: { versionId: version.id, departmentIds, dueOn: dueOn === '' ? null : dueOn, change } })
      }
    >
      <Select
        label="Who is asked"
        options={[
          { value: whole, label: 'Everyone who may read the document' },
          { value: some, label: 'Members of departments' },
        ]}
        value={audience}
        onChange={(event) => setAudience(event.target.value)}
      />
      {audience === some && <Departments chosen={chosen} onChange={setChosen} />}
      <TextField
        label="Due date"
        type="date"
        optional
        hint="People are reminded three days before it and once it is over."
        min={today}
        value={dueOn}
        onChange={(event) => setDueOn(event.target.value)}
      />
      {isMinorPossible && (
        <Select
          label="Changes since the earlier campaign"
          options={kinds}
          value={change}
          onChange={(event) => setChange(event.target.value === 'minor' ? 'minor' : 'material')}
        />
      )}
      {running && (
        <p className="text-13 text-secondary">
          The campaign for version {running.version} ends; who has acknowledged it stays recorded.
        </p>
      )}
    </FormDialog>
  )
}

interface DepartmentsProps {
  readonly chosen: readonly number[]
  readonly onChange: (chosen: readonly number[]) => void
}

function Departments({ chosen, onChange }: DepartmentsProps) {
  const departments = useDepartments()
  return (
    <fieldset className="-mx-2 flex max-h-60 min-w-0 flex-col overflow-y-auto">
      <legend className="sr-only">Departments</legend>
      {departments.isPending && <p className="px-2 text-13 text-secondary">Loading departments</p>}
      {departments.isError && (
        <p className="px-2 text-13 text-danger-text">The departments could not be loaded.</p>
      )}
      {departments.data?.map(({ id, name, color }) => (
        <CheckboxField
          key={id}
          label={<ColorName name={name} color={color} />}
          checked={chosen.includes(id)}
          onCheckedChange={(isChosen) =>
            onChange(isChosen ? [...chosen, id] : chosen.filter((number) => number !== id))
          }
        />
      ))}
    </fieldset>
  )
}
