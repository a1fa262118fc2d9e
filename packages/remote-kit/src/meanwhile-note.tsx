import { Button } from '@portal/ui/button'
import type { ReactNode } from 'react'

/**
 * Says what others have done to what is being typed, and leaves it in place. Without children it
 * shows nothing, and is mounted all the same: only then is what it says later read out.
 */
export function MeanwhileNote({ children }: { readonly children: ReactNode }) {
  const isShown = Boolean(children)
  return (
    <div
      role="status"
      className={
        isShown
          ? 'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-warning-border bg-warning-subtle px-3 py-2 text-13 text-warning-text'
          : 'sr-only'
      }
    >
      {children}
    </div>
  )
}

interface ChangedMeanwhileProps {
  readonly isShown: boolean
  /** Replaces what was typed by what the server has. */
  readonly onReload: () => void
}

/** In a form: its value has been saved by somebody else, and the draft was left as it was typed. */
export function ChangedMeanwhile({ isShown, onReload }: ChangedMeanwhileProps) {
  return (
    <MeanwhileNote>
      {isShown && (
        <>
          <span>This was changed meanwhile, by somebody else or by you in another tab.</span>
          <span>Reloading drops what you have typed.</span>
          <Button
            size="sm"
            onClick={({ currentTarget }) => {
              // The button disappears, and with it the focus.
              currentTarget.form?.querySelector<HTMLElement>('input, textarea')?.focus()
              onReload()
            }}
          >
            Reload
          </Button>
        </>
      )}
    </MeanwhileNote>
  )
}
