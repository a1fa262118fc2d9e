import { Sheet } from '@portal/ui/sheet'
import { ConversationList, type ConversationListProps } from './conversation-list.tsx'

export interface ConversationDrawerProps extends Omit<ConversationListProps, 'onChoose'> {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** The conversations on a window that has no room for their column. */
export function ConversationDrawer({ isOpen, onOpenChange, onNew, ...list }: ConversationDrawerProps) {
  const close = () => onOpenChange(false)
  return (
    <Sheet open={isOpen} onOpenChange={onOpenChange} side="left" title="Conversations">
      <nav aria-label="Conversations" className="flex h-full flex-col">
        <ConversationList
          {...list}
          onChoose={close}
          onNew={() => {
            close()
            onNew()
          }}
        />
      </nav>
    </Sheet>
  )
}
