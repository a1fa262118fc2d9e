import { type Document, documentsApi } from '@portal/contracts/documents'
import { organizationSettingsApi } from '@portal/contracts/organization-settings'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { counted } from '@portal/ui/counted'
import { FormDialog } from '@portal/ui/form-dialog'
import { Select } from '@portal/ui/select'
import { TextField } from '@portal/ui/text-field'
import { useRef, useState } from 'react'

const offeredMonths = [3, 6, 12, 24, 36]

/** Effective date, next review and cycle of a document. Empty fields plan no review. */
export function DatesDialog({ document, onClose }: { readonly document: Document; onClose: () => void }) {
  const { review, currentVersion } = document
  const [effectiveOn, setEffectiveOn] = useState(document.effectiveOn ?? '')
  const [nextOn, setNextOn] = useState(review.nextOn ?? '')
  const [cycle, setCycle] = useState(review.cycleMonths === null ? '' : String(review.cycleMonths))
  const { mutate, isPending } = useReportedMutation(documentsApi.changeDocument, {
    refreshes: [documentsApi.listDocuments.path],
    success: 'Dates changed',
    failure: 'Failed to change document',
    onDone: onClose,
  })
  // Only what was changed here: what somebody else changed meanwhile stays.
  const [opened] = useState(document)
  const since = useRef<HTMLInputElement>(null)
  const [isRefused, setRefused] = useState(false)
  const lacksDay = effectiveOn === '' && opened.effectiveOn !== null
  const nextReviewOn = nextOn === '' ? null : nextOn
  const reviewCycleMonths = cycle === '' ? null : Number(cycle)
  const body = {
    ...(nextReviewOn === opened.review.nextOn ? {} : { nextReviewOn }),
    ...(reviewCycleMonths === opened.review.cycleMonths ? {} : { reviewCycleMonths }),
    ...(effectiveOn === '' || effectiveOn === opened.effectiveOn ? {} : { effectiveOn }),
  }
  const submit = () => {
    setRefused(lacksDay)
    if (lacksDay) since.current?.focus()
    else if (Object.keys(body).length === 0) onClose()
    else mutate({ params: { id: document.id }, body })
  }
  return (
    <FormDialog
      title={`Dates of "${document.title}"`}
      submitLabel="Save"
      busyLabel="Saving..."
      isBusy={isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      {currentVersion && (
        <TextField
          ref={since}
          label="Effective date"
          error={isRefused && lacksDay ? 'Enter the day since which it applies.' : undefined}
          type="date"
          value={effectiveOn}
          disabled={isPending}
          onChange={(event) => setEffectiveOn(event.target.value)}
          hint={`Since when version ${currentVersion.version} applies. A later date belongs to a new version.`}
        />
      )}
      <TextField
        label="Next review"
        type="date"
        optional
        value={nextOn}
        disabled={isPending}
        onChange={(event) => setNextOn(event.target.value)}
        hint="The owner, else the stewards, are reminded 30, 7 and 1 days before and on the day."
      />
      <CycleSelect value={cycle} own={review.cycleMonths} isDisabled={isPending} onChange={setCycle} />
    </FormDialog>
  )
}

interface CycleSelectProps {
  readonly value: string
  readonly own: number | null
  readonly isDisabled: boolean
  readonly onChange: (months: string) => void
}

function CycleSelect({ value, own, isDisabled, onChange }: CycleSelectProps) {
  const { data: settings } = useRouteQuery(organizationSettingsApi.readSettings, {})
  const months = [...new Set([...offeredMonths, ...(own ? [own] : [])])].sort((a, b) => a - b)
  return (
    <Select
      label="Review cycle"
      value={value}
      disabled={isDisabled}
      placeholder={`As the organization${settings ? ` (${inWords(settings.reviewCycleMonths)})` : ''}`}
      options={[
        ...months.map((each) => ({ value: String(each), label: `Every ${counted(each, 'month')}` })),
        { value: '0', label: 'Never' },
      ]}
      onChange={(event) => onChange(event.target.value)}
      hint="Counted from the day on which a version becomes current or is recertified."
    />
  )
}

function inWords(months: number | null): string {
  return months === null ? 'no reviews' : `every ${counted(months, 'month')}`
}
