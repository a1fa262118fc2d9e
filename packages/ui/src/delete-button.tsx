import { Trash2 } from 'lucide-react'
import { useId } from 'react'
import { Button } from './button.tsx'

export interface DeleteButtonProps {
  /** What is deleted: the accessible name ("Delete department Legal"). */
  readonly label: string
  /** Why it may not be deleted: disables the button, and is announced with it. */
  readonly refusal?: string | null
  readonly onDelete: () => void
}

/** The quiet button that opens the question before a deletion. */
export function DeleteButton({ label, refusal = null, onDelete }: DeleteButtonProps) {
  const reason = useId()
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        aria-label={label}
        aria-describedby={refusal === null ? undefined : reason}
        title={refusal ?? undefined}
        disabled={refusal !== null}
        onClick={onDelete}
      >
        <Trash2 aria-hidden="true" className="size-3.5" />
        Delete
      </Button>
      {refusal !== null && (
        <span id={reason} className="sr-only">
          {refusal}
        </span>
      )}
    </>
  )
}
