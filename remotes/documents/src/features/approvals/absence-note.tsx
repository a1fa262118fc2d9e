import { type Absence, approvalsApi } from '@portal/contracts/approvals'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { useSession } from '@portal/remote-kit/session'
import { useOpenedByAddress } from '@portal/remote-kit/use-opened-by-address'
import { useToday } from '@portal/remote-kit/use-today'
import { Button } from '@portal/ui/button'
import { FormDialog } from '@portal/ui/form-dialog'
import { Select } from '@portal/ui/select'
import { TextField } from '@portal/ui/text-field'
import { CalendarOff } from 'lucide-react'
import { useState } from 'react'
import { useMembers, useNameOf } from '../versions/queries.ts'

const refreshes = [approvalsApi.readAbsence.path]
const written = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** Whether one is away, and the way to say so. While it cannot be read, approvals work without. */
export function AbsenceNote() {
  const { data } = useRouteQuery(approvalsApi.readAbsence, {})
  const [isAsking, setAsking] = useState(false)
  useOpenedByAddress('absence', () => setAsking(true))
  const nameOf = useNameOf()
  const ending = useReportedMutation(approvalsApi.endAbsence, {
    refreshes,
    success: 'Welcome back',
    failure: 'Failed to end the absence',
  })
  if (!data) return null
  const { absence } = data
  return (
    <section
      aria-label="Absence"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-default bg-panel px-4 py-3 text-13"
    >
      <CalendarOff aria-hidden="true" className="size-4 shrink-0 text-tertiary" />
      <p className="min-w-0 flex-1 basis-60 text-secondary">
        {absence === null ? (
          'While you are away, somebody else can decide for you.'
        ) : (
          <>
            Until {written.format(Date.parse(absence.until))}{' '}
            <bdi className="font-medium">{nameOf(absence.delegateUserId)}</bdi> may decide for you.
          </>
        )}
      </p>
      <Button size="sm" onClick={() => setAsking(true)}>
        {absence === null ? 'Set absence...' : 'Change absence...'}
      </Button>
      {absence !== null && (
        <Button size="sm" busy={ending.isPending} onClick={() => ending.mutate({})}>
          I am back
        </Button>
      )}
      {isAsking && <AbsenceDialog absence={absence} onClose={() => setAsking(false)} />}
    </section>
  )
}

function AbsenceDialog(props: { readonly absence: Absence | null; readonly onClose: () => void }) {
  const { absence, onClose } = props
  const { person } = useSession()
  const { day: today } = useToday()
  const [delegateUserId, setDelegate] = useState(absence?.delegateUserId ?? '')
  const [until, setUntil] = useState(absence?.until ?? '')
  const { mutate, isPending } = useReportedMutation(approvalsApi.beginAbsence, {
    refreshes,
    success: 'Absence saved',
    failure: 'Failed to save the absence',
    onDone: onClose,
  })
  const others = useMembers().filter(({ id }) => id !== person?.id)
  return (
    <FormDialog
      title="Absence"
      description="Applies to approvals that reach you from now on. You can still decide them yourself."
      submitLabel="Save absence"
      busyLabel="Saving..."
      isBusy={isPending}
      isIncomplete={delegateUserId === '' || until === ''}
      onClose={onClose}
      onSubmit={() => mutate({ body: { delegateUserId, until } })}
    >
      <Select
        label="Who decides meanwhile"
        placeholder="Choose a member"
        options={others.map(({ id, name }) => ({ value: id, label: name }))}
        value={delegateUserId}
        disabled={isPending}
        onChange={(event) => setDelegate(event.target.value)}
      />
      <TextField
        label="Last day of the absence"
        type="date"
        min={today}
        value={until}
        disabled={isPending}
        onChange={(event) => setUntil(event.target.value)}
      />
    </FormDialog>
  )
}
