import { type Erasure, erasureApi } from '@portal/contracts/erasure'
import { masterApi } from '@portal/contracts/master-admin'
import { ConfirmAct } from '@portal/remote-kit/confirm-act'
import { Badge } from '@portal/ui/badge'
import { Button } from '@portal/ui/button'
import { counted } from '@portal/ui/counted'
import { FoldMark, foldLineClass } from '@portal/ui/fold-mark'
import { RelativeTime } from '@portal/ui/relative-time'
import { Check, LoaderCircle } from 'lucide-react'
import { useId, useState } from 'react'

/** What an act on a person makes stale. */
const lists = [masterApi.listUsers.path, erasureApi.listErasures.path]

/** One person: what was asked, what may be done, and what every service has erased. */
export function ErasureCard({ erasure }: { readonly erasure: Erasure }) {
  const { id, name, askedAt, requestedAt, finishedAt, isOverdue, steps } = erasure
  const heading = useId()
  const [open, setOpen] = useState<'delete' | 'erase' | null>(null)
  const close = () => setOpen(null)
  return (
    <article aria-labelledby={heading} className="rounded-card border border-default bg-panel">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
        <div className="flex min-w-0 flex-1 basis-60 flex-col gap-0.5">
          <h2 id={heading} className="wrap-anywhere font-semibold text-14">
            <bdi>{name ?? id}</bdi>
          </h2>
          <p className="text-12 text-tertiary">
            {requestedAt === null && askedAt !== null && (
              <>
                Asked for it <RelativeTime at={askedAt} />
              </>
            )}
            {requestedAt === null && askedAt === null && 'Account deleted'}
            {requestedAt !== null && (
              <>
                Begun <RelativeTime at={requestedAt} />
              </>
            )}
            {finishedAt !== null && (
              <>
                , finished <RelativeTime at={finishedAt} />
              </>
            )}
          </p>
        </div>
        {isOverdue && <Badge tone="warning">Longer than a day</Badge>}
        <State erasure={erasure} onDelete={() => setOpen('delete')} onErase={() => setOpen('erase')} />
      </header>
      {steps.length > 0 && <Steps steps={steps} />}
      {open === 'delete' && (
        <ConfirmAct
          route={masterApi.deleteUser}
          input={{ params: { id } }}
          refreshes={lists}
          success="User deleted successfully"
          failure="Failed to delete user"
          onClose={close}
          title="Delete user"
          question={
            <>
              Are you sure you want to delete user "<bdi>{name ?? id}</bdi>"? This action cannot be undone.
            </>
          }
          confirmLabel="Delete user"
        >
          <p className="text-13 text-secondary">
            They are logged out everywhere. Afterwards they can be erased.
          </p>
        </ConfirmAct>
      )}
      {open === 'erase' && (
        <ConfirmAct
          route={erasureApi.eraseUser}
          input={{ params: { id } }}
          refreshes={lists}
          success="The erasure has begun"
          failure="Failed to erase the person"
          onClose={close}
          title="Erase person"
          question={
            <>
              Erase "<bdi>{name ?? id}</bdi>" from every service? This action cannot be undone.
            </>
          }
          confirmLabel="Erase person"
        >
          <p className="text-13 text-secondary">
            Their account, name, address and conversations go. The audit trail stays, by an id without a name.
          </p>
        </ConfirmAct>
      )}
    </article>
  )
}

interface StateProps {
  readonly erasure: Erasure
  readonly onDelete: () => void
  readonly onErase: () => void
}

/** The next act, or how far the erasure is. */
function State({ erasure, onDelete, onErase }: StateProps) {
  const { isDisabled, isProtected, requestedAt, finishedAt } = erasure
  if (finishedAt !== null)
    return (
      <Badge tone="success" icon={<Check />}>
        Nothing left
      </Badge>
    )
  if (requestedAt !== null)
    return (
      <Badge tone="info" icon={<LoaderCircle />}>
        In progress
      </Badge>
    )
  if (isProtected) return <Badge tone="neutral">Protected account</Badge>
  return isDisabled ? (
    <Button variant="danger-quiet" size="sm" onClick={onErase}>
      Erase person
    </Button>
  ) : (
    <Button variant="danger-quiet" size="sm" onClick={onDelete}>
      Delete user
    </Button>
  )
}

/** The ledger: what each service reported. */
function Steps({ steps }: { readonly steps: Erasure['steps'] }) {
  const done = steps.filter(({ finishedAt }) => finishedAt !== null).length
  return (
    <details className="group border-subtle border-t">
      <summary
        className={`${foldLineClass} rounded-b-card px-4 py-2.5 text-13 text-secondary hover:bg-hover group-open:rounded-none`}
      >
        <FoldMark />
        {done} of {counted(steps.length, 'service')} finished
      </summary>
      <ul aria-label="Services" className="border-subtle border-t text-13">
        {steps.map((step) => (
          <Step key={step.service} step={step} />
        ))}
      </ul>
    </details>
  )
}

function Step({
  step: { service, stores, logUntil, finishedAt },
}: {
  readonly step: Erasure['steps'][number]
}) {
  const names = [...new Set(stores.map(({ store }) => store.replace('table ', '')))]
  return (
    <li className="flex flex-wrap gap-x-4 gap-y-0.5 border-subtle border-t px-4 py-2 first:border-t-0">
      <span className="w-28 font-medium">{service}</span>
      <span className="wrap-anywhere min-w-0 flex-1 basis-48 text-secondary">
        {names.length === 0 ? 'nothing of people' : names.join(', ')}
        {logUntil !== null && (
          <>
            . Its event log forgets the name by <RelativeTime at={logUntil} />
          </>
        )}
      </span>
      <span className="text-tertiary">
        {finishedAt === null ? 'waiting' : <RelativeTime at={finishedAt} />}
      </span>
    </li>
  )
}
