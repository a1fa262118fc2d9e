import { defaultThreshold, remotesApi } from '@portal/contracts/remote-releases'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { FormDialog } from '@portal/ui/form-dialog'
import { Select } from '@portal/ui/select'
import { TextField } from '@portal/ui/text-field'
import { useState } from 'react'
import { useOrganizationName, useOrganizations } from '../page/queries.ts'

/** What every act on a remote makes stale. */
export const remoteLists = [remotesApi.readRemotes.path]

interface VersionDialogProps {
  readonly name: string
  readonly version: string
  readonly onClose: () => void
}

/** A draft of texts by field, for one dialog. */
export function useDraft<Draft extends Readonly<Record<string, string>>>(initial: Draft, isBusy: boolean) {
  const [draft, setDraft] = useState(initial)
  const field = (name: keyof Draft) => ({
    value: draft[name],
    disabled: isBusy,
    required: true,
    autoComplete: 'off',
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setDraft({ ...draft, [name]: event.target.value }),
  })
  const isIncomplete = Object.values(draft).some((text) => text.trim() === '')
  return { draft, field, isIncomplete }
}

const shares = [1, 5, 10, 25, 50, 75].map((share) => ({
  value: String(share),
  label: `${share}% of organizations`,
}))
const everybody = { value: '100', label: 'Everybody' }
const thresholds = [5, 10, 20, 50].map((share) => ({ value: String(share), label: `${share}% of people` }))
const never = { value: '100', label: 'Never' }

/** To which share of organizations, and when it is rolled back by itself. */
export function PromoteDialog({
  name,
  version,
  isFirst,
  onClose,
}: VersionDialogProps & { readonly isFirst: boolean }) {
  const { mutate, isPending } = useReportedMutation(remotesApi.promoteRemote, {
    refreshes: remoteLists,
    success: `${name} ${version} is promoted`,
    failure: 'Failed to promote the version',
    onDone: onClose,
  })
  const initial = { percent: isFirst ? '100' : '10', threshold: String(defaultThreshold), why: '' }
  const { draft, field, isIncomplete } = useDraft(initial, isPending)
  const { percent, threshold, why } = draft
  return (
    <FormDialog
      title={`Promote ${name} ${version}`}
      description="People get it with their next page. Pinned organizations keep what they have."
      submitLabel="Promote"
      busyLabel="Promoting..."
      isBusy={isPending}
      isIncomplete={isIncomplete}
      onSubmit={() =>
        mutate({
          params: { name },
          body: { version, percent: Number(percent), threshold: Number(threshold), why },
        })
      }
      onClose={onClose}
    >
      <Select
        {...field('percent')}
        label="Show it to"
        options={isFirst ? [everybody] : [...shares, everybody]}
      />
      <Select
        {...field('threshold')}
        label="Roll it back by itself if it fails for more than"
        options={[...thresholds, never]}
        hint="It is watched for a day; failures for fewer than three people do not count."
      />
      <TextField {...field('why')} label="Reason" maxLength={500} />
    </FormDialog>
  )
}

/** Takes the latest promotion back. */
export function RollBackDialog({ name, version, onClose }: VersionDialogProps) {
  const { mutate, isPending } = useReportedMutation(remotesApi.rollBackRemote, {
    refreshes: remoteLists,
    success: `${name} ${version} is shown to everybody again`,
    failure: 'Failed to roll back',
    onDone: onClose,
  })
  const { draft, field, isIncomplete } = useDraft({ why: '' }, isPending)
  return (
    <FormDialog
      title={`Roll back ${name}`}
      description={`Everybody gets ${version} with their next page.`}
      submitLabel="Roll back"
      busyLabel="Rolling back..."
      isBusy={isPending}
      isIncomplete={isIncomplete}
      onSubmit={() => mutate({ params: { name }, body: draft })}
      onClose={onClose}
    >
      <TextField {...field('why')} label="Reason" maxLength={500} />
    </FormDialog>
  )
}

/** Which organization keeps the version. */
export function PinDialog({ name, version, onClose }: VersionDialogProps) {
  const { data: organizations = [] } = useOrganizations()
  const { mutate, isPending } = useReportedMutation(remotesApi.pinRemote, {
    refreshes: remoteLists,
    success: 'The version is pinned',
    failure: 'Failed to pin the version',
    onDone: onClose,
  })
  const { draft, field, isIncomplete } = useDraft({ organization: '', why: '' }, isPending)
  const params = { name, organizationId: Number(draft.organization) }
  return (
    <FormDialog
      title={`Pin ${name} ${version}`}
      description="The organization keeps this version, whatever is promoted, until it is unpinned."
      submitLabel="Pin"
      busyLabel="Pinning..."
      isBusy={isPending}
      isIncomplete={isIncomplete}
      onSubmit={() => mutate({ params, body: { version, why: draft.why } })}
      onClose={onClose}
    >
      <Select
        {...field('organization')}
        label="Organization"
        placeholder="Select organization"
        options={organizations.map(({ id, name: label }) => ({
          value: String(id),
          label: `${label} (${id})`,
        }))}
      />
      <TextField {...field('why')} label="Reason" maxLength={500} />
    </FormDialog>
  )
}

interface UnpinDialogProps {
  readonly name: string
  readonly organization: number
  readonly onClose: () => void
}

/** Gives an organization the version of everybody. */
export function UnpinDialog({ name, organization, onClose }: UnpinDialogProps) {
  const nameOf = useOrganizationName()
  const { mutate, isPending } = useReportedMutation(remotesApi.pinRemote, {
    refreshes: remoteLists,
    success: 'The version is no longer pinned',
    failure: 'Failed to unpin the version',
    onDone: onClose,
  })
  const { draft, field, isIncomplete } = useDraft({ why: '' }, isPending)
  const params = { name, organizationId: organization }
  return (
    <FormDialog
      title={`Unpin ${name} for ${nameOf(organization)}`}
      description="It gets the version that everybody has."
      submitLabel="Unpin"
      busyLabel="Unpinning..."
      isBusy={isPending}
      isIncomplete={isIncomplete}
      onSubmit={() => mutate({ params, body: { version: null, why: draft.why } })}
      onClose={onClose}
    >
      <TextField {...field('why')} label="Reason" maxLength={500} />
    </FormDialog>
  )
}
