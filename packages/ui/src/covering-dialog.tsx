import { Dialog as Radix } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'
import { DialogFooter, ModalPanel } from './modal-panel.tsx'

export interface CoveringDialogProps {
  readonly title: string
  readonly description: string
  /** The ways on, the primary one last. */
  readonly acts: ReactNode
  /** The one of them that has the focus at first. */
  readonly focusFirst: RefObject<HTMLElement | null>
}

/** Hides the page, which stays as it is below. Only its acts close it. */
export function CoveringDialog({ title, description, acts, focusFirst }: CoveringDialogProps) {
  return (
    <ModalPanel isAlert isDescribed isOpaque isInAddress focusFirst={focusFirst} onClose={() => undefined}>
      <Radix.Title className="px-5 pt-5 font-semibold text-16">{title}</Radix.Title>
      <Radix.Description className="px-5 pt-2 pb-5 text-secondary leading-prose">
        {description}
      </Radix.Description>
      <DialogFooter>{acts}</DialogFooter>
    </ModalPanel>
  )
}
