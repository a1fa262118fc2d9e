import type { PendingApproval } from '@portal/contracts/approvals'
import { useNavigate } from '@portal/remote-kit/navigation'
import { useSession } from '@portal/remote-kit/session'
import { Card } from '@portal/ui/card'
import { Unsettled } from '@portal/ui/skeleton'
import { useState } from 'react'
import { useNameOf, usePendingApprovals } from '../versions/queries.ts'
import { DecisionButtons, DecisionComment, useDecision } from './take-decision.tsx'

interface DecisionCardProps {
  readonly versionId: string
  readonly isUnderApproval: boolean
}

/**
 * The reader's decision on a version, beside what they decide on; nothing where none is asked. A
 * comment stays when the round ends meanwhile, so a page mounts this whatever the version's state.
 */
export function DecisionCard({ versionId, isUnderApproval }: DecisionCardProps) {
  const { data, isLoading } = usePendingApprovals(isUnderApproval)
  const asked = isUnderApproval ? data?.find(({ version }) => version.id === versionId) : undefined
  const [commented, setCommented] = useState<PendingApproval | null>(null)
  const shown = asked ?? commented
  if (isLoading) return <Unsettled />
  if (!shown) return null
  return (
    <AskedDecision
      approval={shown}
      isAwaited={asked !== undefined}
      onComment={(isEmpty) => setCommented(isEmpty ? null : shown)}
    />
  )
}

interface AskedDecisionProps {
  readonly approval: PendingApproval
  readonly isAwaited: boolean
  readonly onComment: (isEmpty: boolean) => void
}

function AskedDecision({ approval, isAwaited, onComment }: AskedDecisionProps) {
  const { id, approverUserId, version } = approval
  const { person } = useSession()
  const nameOf = useNameOf()
  const navigate = useNavigate()
  // Who decides may see the version only while its round is open (decision 75).
  const taken = useDecision({ approvalId: id, isAwaited, onDone: () => navigate('/approvals') })
  const decision = {
    ...taken,
    setComments: (text: string) => {
      taken.setComments(text)
      onComment(text.trim() === '')
    },
  }
  return (
    <Card title="Your decision">
      <div className="@container flex flex-col gap-3 p-4">
        {version.changes !== '' && (
          <p dir="auto" className="whitespace-pre-line break-words text-13 text-secondary">
            {version.changes}
          </p>
        )}
        {person?.id !== approverUserId && (
          <p className="text-13">
            You decide for <bdi className="font-medium">{nameOf(approverUserId)}</bdi>.
          </p>
        )}
        <DecisionComment decision={decision} />
        <DecisionButtons decision={decision} />
        <p className="text-12 text-tertiary">
          Kept with your name, the time and the hash of the file's content.
        </p>
      </div>
    </Card>
  )
}
