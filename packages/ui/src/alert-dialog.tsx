import { AlertDialog as Radix } from 'radix-ui'
import { Button } from './button.tsx'
import { DialogFrame } from './dialog-frame.tsx'
import { useFocusReturn } from './use-focus-return.ts'

export interface AlertLine {
  readonly label: string
  readonly value: string
}

export interface AlertDialogProps {
  readonly onClose: () => void
  readonly title: string
  /** What the alert says, one fact a line. */
  readonly lines: readonly AlertLine[]
  readonly closeLabel?: string
}

/** The browser's alert as part of the page (decision 60): the same lines, read out, one button. */
export function AlertDialog({ onClose, title, lines, closeLabel = 'OK' }: AlertDialogProps) {
  const focusReturn = useFocusReturn()
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <DialogFrame placement="center">
          <Radix.Content
            {...focusReturn}
            aria-modal="true"
            className="w-full max-w-dialog animate-rise rounded-card bg-raised shadow-dialog outline-none"
          >
            <Radix.Title className="px-5 pt-5 font-semibold text-16">{title}</Radix.Title>
            <Radix.Description asChild>
              <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1.5 px-5 pt-3 pb-5 text-13">
                {lines.map(({ label, value }) => (
                  <div key={label} className="contents">
                    <dt className="text-tertiary">{label}</dt>
                    <dd dir="auto" className="min-w-0">
                      {value}
                    </dd>
                  </div>
                ))}
              </dl>
            </Radix.Description>
            <footer className="flex justify-end rounded-b-card border-subtle border-t bg-sunken px-5 py-3">
              <Radix.Cancel asChild>
                <Button variant="primary">{closeLabel}</Button>
              </Radix.Cancel>
            </footer>
          </Radix.Content>
        </DialogFrame>
      </Radix.Portal>
    </Radix.Root>
  )
}
