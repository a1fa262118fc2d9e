import { Unsettled } from '@portal/ui/skeleton'
import { BookOpenCheck, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { AcknowledgeButton } from './acknowledge-button.tsx'
import { DueDay } from './due-day.tsx'
import { usePendingReading } from './queries.ts'

interface AskedBannerProps {
  readonly documentId: string
  /** The version on show: only what is shown can be acknowledged. */
  readonly versionId: string
}

/** Above a document that one is asked to read; thanks once it was acknowledged. */
export function AskedBanner({ documentId, versionId }: AskedBannerProps) {
  const { data, isLoading } = usePendingReading()
  const reading = data?.find((one) => one.versionId === versionId)
  const [isDone, setDone] = useState(false)
  if (isLoading) return <Unsettled />
  if (!reading || reading.documentId !== documentId)
    return isDone ? (
      <p
        role="status"
        className="flex items-center gap-2 rounded-card border border-success-border bg-success-subtle px-4 py-3 text-13 text-success-text"
      >
        <CircleCheck aria-hidden="true" className="size-4 shrink-0" />
        You have acknowledged this version.
      </p>
    ) : null
  return (
    <section
      aria-label="You are asked to read this"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-accent-border bg-accent-subtle px-4 py-3 text-13"
    >
      <BookOpenCheck aria-hidden="true" className="size-4 shrink-0 text-accent-text" />
      <p className="flex min-w-0 flex-1 basis-60 flex-wrap items-center gap-x-3 gap-y-1.5">
        <span>Please read version {reading.version} and acknowledge it.</span>
        <DueDay {...reading} />
      </p>
      <AcknowledgeButton variant="primary" reading={reading} onDone={() => setDone(true)} />
    </section>
  )
}
