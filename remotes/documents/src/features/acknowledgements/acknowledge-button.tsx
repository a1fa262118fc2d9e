import { documentsApi } from '@portal/contracts/documents'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { Button, type ButtonLook } from '@portal/ui/button'
import { BookOpenCheck } from 'lucide-react'
import { refreshes } from './queries.ts'

interface AcknowledgeButtonProps extends ButtonLook {
  readonly reading: {
    readonly versionId: string
    readonly version: number
    readonly contentHash: string
  }
  readonly 'aria-describedby'?: string
  /** Called once it was acknowledged. */
  readonly onDone?: () => void
}

/** Says that one has read and understood a version, which it names. */
export function AcknowledgeButton({ reading, onDone, ...look }: AcknowledgeButtonProps) {
  const { versionId, version, contentHash } = reading
  const { mutate, isPending } = useReportedMutation(documentsApi.acknowledge, {
    refreshes,
    success: `You have acknowledged version ${version}`,
    failure: 'Failed to acknowledge the version',
    ...(onDone === undefined ? {} : { onDone }),
  })
  return (
    <Button
      {...look}
      className="h-auto! min-h-control-md max-w-full whitespace-normal! py-1 text-start"
      busy={isPending}
      onClick={() => mutate({ params: { versionId }, body: { contentHash } })}
    >
      {!isPending && <BookOpenCheck aria-hidden="true" className="size-4 shrink-0" />}I have read and
      understood version {version}
    </Button>
  )
}
