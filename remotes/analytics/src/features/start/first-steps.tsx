import { Link } from '@portal/remote-kit/link'
import { useCan, useSession } from '@portal/remote-kit/session'
import { Button } from '@portal/ui/button'
import { Card } from '@portal/ui/card'
import { Unsettled } from '@portal/ui/skeleton'
import { ChevronRight, Circle, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { SamplePolicies } from './sample-policies.tsx'
import { type FirstStep, useFirstSteps } from './use-first-steps.ts'

/** Where a browser keeps that a person has hidden the list, by organization. */
const hiddenKey = 'portal_first_steps_hidden'

/** What a new organization does first: ticks itself, and goes away once all is done. */
export function FirstSteps() {
  const { organization } = useSession()
  const isSteward = useCan('member:assign-departments')
  const id = String(organization?.id)
  const [isHidden, setHidden] = useState(() => localStorage.getItem(hiddenKey) === id)
  const isWanted = isSteward && !isHidden
  const known = useFirstSteps(isWanted)
  if (!isWanted || known === 'failed') return null
  if (!known) return <Unsettled />
  const { steps, documents } = known
  const hasSamples = documents.some(({ isSample }) => isSample)
  if (steps.every(({ isDone }) => isDone) && !hasSamples) return null
  const done = steps.filter(({ isDone }) => isDone).length
  const hide = () => {
    localStorage.setItem(hiddenKey, id)
    setHidden(true)
  }
  return (
    <Card
      title="First steps"
      aside={
        <span className="flex items-center gap-3">
          <span className="text-12 text-tertiary">
            {done} of {steps.length} done
          </span>
          <Button variant="ghost" size="sm" onClick={hide}>
            Hide
          </Button>
        </span>
      }
    >
      <ol aria-label="First steps">
        {steps.map((step) => (
          <Step key={step.title} step={step} />
        ))}
      </ol>
      <SamplePolicies documents={documents} />
    </Card>
  )
}

function Step({ step: { title, detail, act, to, isDone } }: { readonly step: FirstStep }) {
  return (
    <li className="flex items-center gap-3 border-subtle border-t px-4 py-2.5 first:border-t-0">
      {isDone ? (
        <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success-text" />
      ) : (
        <Circle aria-hidden="true" className="size-5 shrink-0 text-tertiary" />
      )}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
        <p className="min-w-0 flex-1 basis-60">
          <span className={isDone ? 'text-secondary' : 'font-medium'}>
            {title}
            <span className="sr-only">{isDone ? ', done' : ', to do'}</span>
          </span>
          <span className="block text-12 text-tertiary">{detail}</span>
        </p>
        {!isDone && (
          <Link
            to={to}
            className="inline-flex items-center gap-1 font-medium text-13 text-accent-text hover:underline"
          >
            {act}
            <ChevronRight aria-hidden="true" className="size-3.5" />
          </Link>
        )}
      </div>
    </li>
  )
}
