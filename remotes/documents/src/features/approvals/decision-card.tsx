import type { PendingApproval } from '@portal/contracts/approvals'
import { useNavigate } from '@portal/remote-kit/navigation'
import { useSession } from '@portal/remote-kit/session'
import { Card } from '@portal/ui/card'
import { Unsettled } from '@portal/ui/skeleton'
import { useNameOf, usePendingApprovals } from '../versions/queries.ts'
import { DecisionButtons, DecisionComment, useDecision } from './take-decision.tsx'

/** The reader's decision on a version, beside what they decide on; nothing where none is asked. */
export function DecisionCard({ versionId }: { readonly versionId: string }) {
  const { data, isPending } = usePendingApprovals()
  const asked = data?.find(({ version }) => version.id === versionId)
  if (isPending) return <Unsettled />
  return asked ? <AskedDecision key={asked.id} approval={asked} /> : null
}

function AskedDecision({ approval }: { readonly approval: PendingApproval }) {
  const { id, approverUserId, version } = approval
  const { person } = useSession()
  const nameOf = useNameOf()
  const navigate = useNavigate()
  // Who decides may see the version only while its round is open (decision 75).
  const decision = useDecision(id, () => navigate('/approvals'))
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
