import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { Button } from './button.tsx'

/** Closes the dialog or sheet around it. Comes last, so that focus starts on the content. */
export function CloseButton() {
  return (
    <Dialog.Close asChild>
      <Button variant="ghost" size="sm" square aria-label="Close" className="absolute top-3 right-3">
        <X aria-hidden="true" className="size-4" />
      </Button>
    </Dialog.Close>
  )
}
