import { Dialog as Radix } from 'radix-ui'
import { Button } from './button.tsx'
import { DialogFooter, ModalPanel } from './modal-panel.tsx'

export interface AlertDialogProps {
  readonly onClose: () => void
  readonly title: string
  /** What the alert says, one fact a line. */
  readonly lines: readonly { readonly label: string; readonly value: string }[]
}

/** The browser's alert as part of the page (decision 60): the same lines, read out, one button. */
export function AlertDialog({ onClose, title, lines }: AlertDialogProps) {
  return (
    <ModalPanel isAlert isDescribed onClose={onClose}>
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
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          OK
        </Button>
      </DialogFooter>
    </ModalPanel>
  )
}
