import { profileApi } from '@portal/contracts/erasure'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { Button } from '@portal/ui/button'
import { Card } from '@portal/ui/card'
import { ConfirmDialog } from '@portal/ui/confirm-dialog'
import { RelativeTime } from '@portal/ui/relative-time'
import { Skeleton } from '@portal/ui/skeleton'
import { useState } from 'react'

/** Asking the operator to erase oneself, and taking it back (decision 71). */
export function ErasureCard() {
  const request = useRouteQuery(profileApi.readErasureRequest, {})
  return (
    <Card title="Erasure">
      <div className="flex flex-col gap-3 p-4">
        {request.isPending && (
          <div role="status" aria-label="Loading your request">
            <Skeleton className="h-8 w-72 max-w-full" />
          </div>
        )}
        <ReadFailure title="Your request could not be loaded" query={request} />
        {request.data && <Request askedAt={request.data.askedAt} />}
      </div>
    </Card>
  )
}

function Request({ askedAt }: { readonly askedAt: string | null }) {
  const [isAsking, setIsAsking] = useState(false)
  const refreshes = [profileApi.readErasureRequest.path]
  const withdrawing = useReportedMutation(profileApi.withdrawErasureRequest, {
    refreshes,
    failure: 'Failed to withdraw the request',
  })
  const asking = useReportedMutation(profileApi.requestErasure, {
    refreshes,
    failure: 'Failed to ask for erasure',
    onDone: () => setIsAsking(false),
  })
  if (askedAt !== null)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-56 text-13 text-secondary">
          You asked to be erased <RelativeTime at={askedAt} />. The operator of the portal does it; until then
          you can take it back.
        </p>
        <Button busy={withdrawing.isPending} onClick={() => withdrawing.mutate({})}>
          Withdraw request
        </Button>
      </div>
    )
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-1 basis-56 text-13 text-secondary">
        The operator of the portal can erase you: your account, name, address, conversations and
        notifications. What you did with documents stays, without your name.
      </p>
      <Button variant="danger-quiet" onClick={() => setIsAsking(true)}>
        Ask to be erased
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Ask to be erased"
          question="The operator will delete your account and erase you from every service. That cannot be undone."
          confirmLabel="Ask to be erased"
          isBusy={asking.isPending}
          onConfirm={() => asking.mutate({})}
          onClose={() => setIsAsking(false)}
        >
          <p className="text-13 text-secondary">Until they begin, you can withdraw the request here.</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
