import type { Approval } from '@portal/contracts/approvals'
import { documentsApi } from '@portal/contracts/documents'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useCan, useSession } from '@portal/remote-kit/session'
import { Button } from '@portal/ui/button'
import { Select } from '@portal/ui/select'
import { useState } from 'react'
import { refreshedReads, useMembers, useNameOf } from './queries.ts'

interface DelegateFieldProps {
  readonly approval: Approval
  /** Who wrote the version, and may not decide about it. */
  readonly authorId: string
  readonly onDone?: () => void
}

/**
 * Names a member who may decide as well: for the approver and, in their absence, for stewards but
 * the author.
 */
export function DelegateField({ approval, authorId, onDone }: DelegateFieldProps) {
  const { person } = useSession()
  const mayForOthers = useCan('approval:delegate-any')
  const nameOf = useNameOf()
  const [delegateUserId, setDelegate] = useState('')
  const { approverUserId, status } = approval
  const isOwn = person?.id === approverUserId
  const others = useMembers().filter(
    ({ id }) => ![approverUserId, authorId, approval.delegateUserId].includes(id),
  )
  const { mutate, isPending } = useReportedMutation(documentsApi.delegateApproval, {
    refreshes: refreshedReads,
    success: 'Approval delegated',
    failure: 'Failed to delegate the approval',
    ...(onDone ? { onDone } : {}),
  })
  const mayName = isOwn || (mayForOthers && person?.id !== authorId)
  if (status !== 'pending' || others.length === 0 || !mayName) return null
  return (
    <div className="flex items-end gap-2">
      <Select
        label={isOwn ? 'Delegate to' : `Delegate for ${nameOf(approverUserId)} to`}
        optional
        className="flex-1"
        placeholder="Choose a member"
        options={others.map(({ id, name }) => ({ value: id, label: name }))}
        value={delegateUserId}
        onChange={(event) => setDelegate(event.target.value)}
      />
      <Button
        busy={isPending}
        disabled={delegateUserId === ''}
        onClick={() => mutate({ params: { id: approval.id }, body: { delegateUserId } })}
      >
        Delegate
      </Button>
    </div>
  )
}
