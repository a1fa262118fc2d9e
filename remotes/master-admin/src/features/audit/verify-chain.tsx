import type { AuditVerdict, auditApi } from '@portal/contracts/audit'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { Button } from '@portal/ui/button'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'

type Verification = (typeof auditApi)['verifyAudit' | 'verifyPlatformAudit']

interface VerifyChainProps {
  readonly route: Verification
  /** An operator's choice; without one the platform's own chain is checked. */
  readonly organizationId?: number | undefined
  /** Whose chain it is. */
  readonly of: string
}

/** Checks every entry and the signed head, when asked, and says how far the chain is intact. */
export function VerifyChain({ route, organizationId, of }: VerifyChainProps) {
  const [isAsked, setAsked] = useState(false)
  const query = organizationId === undefined ? {} : { organizationId }
  const verdict = useRouteQuery(route, { query }, { isEnabled: false })
  // The cache may still hold the verdict of an earlier visit, which says nothing about today.
  const verify = () => {
    setAsked(true)
    void verdict.refetch()
  }
  const isKnown = isAsked && verdict.isSuccess && !verdict.isFetching
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" busy={verdict.isFetching} onClick={verify}>
          {verdict.isFetching ? 'Verifying...' : 'Verify'}
        </Button>
        <p role="status" className="flex items-center gap-1.5 text-13 text-secondary">
          {isKnown ? (
            <Finding verdict={verdict.data} />
          ) : (
            `Check that nothing in the chain of ${of} was changed, removed or added.`
          )}
        </p>
      </div>
      {isAsked && <ReadFailure title="The chain could not be verified" query={verdict} />}
    </div>
  )
}

function Finding({ verdict: { firstBad, finding, lastSequence } }: { readonly verdict: AuditVerdict }) {
  if (finding === null)
    return (
      <>
        <ShieldCheck aria-hidden="true" className="size-4 text-success-text" />
        <span className="text-success-text">Chain intact up to #{lastSequence}</span>
      </>
    )
  return (
    <>
      <ShieldAlert aria-hidden="true" className="size-4 text-danger-text" />
      <span className="text-danger-text">
        Not intact from #{firstBad} on: {finding}
      </span>
    </>
  )
}
