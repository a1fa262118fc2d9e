import type { Approval } from '@portal/contracts/approvals'
import { dayIn } from '@portal/contracts/calendar-day'
import { documentsApi } from '@portal/contracts/documents'
import { organizationSettingsApi } from '@portal/contracts/organization-settings'
import type { DocumentVersion } from '@portal/contracts/versions'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { FormDialog } from '@portal/ui/form-dialog'
import { Skeleton } from '@portal/ui/skeleton'
import { useState } from 'react'
import { refreshedReads, useApprovals } from './queries.ts'
import { type SubmissionChoice, SubmissionFields } from './submission-fields.tsx'

export interface SubmitVersionProps {
  readonly version: DocumentVersion
  readonly onClose: () => void
}

/** Submits a draft, by default to whom and for when it was submitted before. */
export function SubmitVersion({ version, onClose }: SubmitVersionProps) {
  const approvals = useApprovals(version.id)
  const settings = useRouteQuery(organizationSettingsApi.readSettings, {})
  const [changed, setChanged] = useState<Partial<SubmissionChoice>>({})
  const { mutate, isPending } = useReportedMutation(documentsApi.submitVersion, {
    refreshes: refreshedReads,
    success: 'Document version submitted',
    failure: 'Failed to submit the version',
    onDone: onClose,
  })
  const before = approvals.data && settings.data && choiceBefore(version, approvals.data, settings.data)
  const choice = before && { ...before, ...changed }
  const submit = ({ approverIds, effectiveOn }: SubmissionChoice) => {
    const isSameDay = effectiveOn === before?.effectiveOn
    const effectiveAt = isSameDay ? version.effectiveAt : effectiveOn || null
    const params = { id: version.documentId, versionId: version.id }
    mutate({ params, body: { approverIds: [...approverIds], effectiveAt } })
  }
  return (
    <FormDialog
      wide
      title={`Submit version ${version.version}`}
      description="Those whom the approval rule names are asked in any case."
      submitLabel="Submit version"
      busyLabel="Submitting..."
      isBusy={isPending}
      isIncomplete={choice === undefined}
      onSubmit={() => choice && submit(choice)}
      onClose={onClose}
    >
      <ReadFailure title="The earlier approvals could not be loaded" query={approvals} />
      <ReadFailure title="The time zone could not be loaded" query={settings} />
      {(approvals.isPending || settings.isPending) && <Skeleton className="h-40 w-full" />}
      {choice && (
        <SubmissionFields
          choice={choice}
          authorId={version.createdBy}
          onChange={(next) => setChanged((now) => ({ ...now, ...next }))}
        />
      )}
    </FormDialog>
  )
}

/** Whom the author named, and for when, when the version was submitted last. */
function choiceBefore(
  { effectiveAt }: DocumentVersion,
  approvals: readonly Approval[],
  { timeZone }: { readonly timeZone: string },
): SubmissionChoice {
  const last = Math.max(0, ...approvals.map(({ round }) => round))
  return {
    approverIds: approvals.flatMap(({ round, isNamed, approverUserId }) =>
      round === last && isNamed ? [approverUserId] : [],
    ),
    effectiveOn: effectiveAt === null ? '' : dayIn(timeZone, new Date(effectiveAt)),
  }
}
