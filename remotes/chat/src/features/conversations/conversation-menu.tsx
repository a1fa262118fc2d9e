import { chatApi } from '@portal/contracts/chat'
import { checkInput } from '@portal/contracts/check-input'
import { type Conversation, ConversationChange, conversationTitleMax } from '@portal/contracts/conversations'
import { routeUrl } from '@portal/contracts/route'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { routeKey } from '@portal/remote-kit/route-query'
import { useSaveFile } from '@portal/remote-kit/save-file'
import { Button } from '@portal/ui/button'
import { ConfirmDialog } from '@portal/ui/confirm-dialog'
import { DropdownMenu, DropdownMenuItem, DropdownMenuSeparator } from '@portal/ui/dropdown-menu'
import { FormDialog } from '@portal/ui/form-dialog'
import { Spinner } from '@portal/ui/spinner'
import { TextField } from '@portal/ui/text-field'
import { useQueryClient } from '@tanstack/react-query'
import { Download, MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { conversationTitle } from './conversation-title.ts'

interface ConversationMenuProps {
  readonly conversation: Conversation
  /** Called once it is deleted, for the thread to leave it. */
  readonly onDeleted: (id: string) => void
}

/** What can be done with one of the own conversations. */
export function ConversationMenu({ conversation, onDeleted }: ConversationMenuProps) {
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const name = conversationTitle(conversation)
  const { mutate, isPending } = useSaveFile()
  const { id } = conversation
  const page = { address: routeUrl(chatApi.exportConversation, { id }), name: 'conversation.html' }
  return (
    <>
      <DropdownMenu
        trigger={
          <Button
            variant="ghost"
            size="sm"
            square
            aria-label={`Actions for ${name}`}
            title="Actions"
            aria-busy={isPending || undefined}
          >
            {isPending ? <Spinner /> : <MoreHorizontal aria-hidden="true" className="size-4" />}
          </Button>
        }
      >
        <DropdownMenuItem onSelect={() => setOpen('rename')}>
          <Pencil aria-hidden="true" />
          Rename
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => mutate(page)}>
          <Download aria-hidden="true" />
          Export with citations
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => setOpen('delete')}>
          <Trash2 aria-hidden="true" />
          Delete
        </DropdownMenuItem>
      </DropdownMenu>
      {open === 'rename' && <RenameDialog conversation={conversation} onClose={close} />}
      {open === 'delete' && (
        <DeleteDialog conversation={conversation} onClose={close} onDeleted={onDeleted} />
      )}
    </>
  )
}

interface DialogProps {
  readonly conversation: Conversation
  readonly onClose: () => void
}

function RenameDialog({ conversation, onClose }: DialogProps) {
  const [title, setTitle] = useState(conversation.title ?? '')
  const [wrong, setWrong] = useState<string>()
  const { mutate, isPending } = useReportedMutation(chatApi.renameConversation, {
    refreshes: [chatApi.listConversations.path],
    success: 'Conversation renamed',
    failure: 'Failed to rename the conversation',
    onDone: onClose,
  })
  const submit = () => {
    const { data, message } = checkInput(ConversationChange, { title })
    setWrong(message ?? undefined)
    if (data) mutate({ params: { id: conversation.id }, body: data })
  }
  return (
    <FormDialog
      title="Rename conversation"
      submitLabel="Rename"
      busyLabel="Renaming..."
      isBusy={isPending}
      isIncomplete={title.trim() === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Title"
        value={title}
        maxLength={conversationTitleMax}
        error={wrong}
        dir="auto"
        disabled={isPending}
        onChange={(event) => setTitle(event.target.value)}
      />
    </FormDialog>
  )
}

function DeleteDialog({ conversation, onClose, onDeleted }: DialogProps & ConversationMenuProps) {
  const { id } = conversation
  const queries = useQueryClient()
  const { mutate, isPending } = useReportedMutation(chatApi.deleteConversation, {
    success: 'Conversation deleted',
    failure: 'Failed to delete the conversation',
    onDone: () => {
      onClose()
      onDeleted(id)
      // Reading it once more now would show its absence before the thread has left it.
      const params = { id }
      const queryKey = routeKey(chatApi.readConversation, { params })
      void queries.invalidateQueries({ queryKey, refetchType: 'none' })
      void queries.invalidateQueries({ predicate: isList })
    },
  })
  return (
    <ConfirmDialog
      title="Delete conversation"
      question={
        <>
          Delete “<bdi>{conversationTitle(conversation)}</bdi>” with its questions and answers? This action
          cannot be undone. Questions in it that you sent to an owner are withdrawn as well.
        </>
      }
      confirmLabel="Delete conversation"
      isBusy={isPending}
      onConfirm={() => mutate({ params: { id } })}
      onClose={onClose}
    />
  )
}

/** The list of conversations, also while it is searched. */
function isList({ queryKey: [address] }: { readonly queryKey: readonly unknown[] }): boolean {
  const { path } = chatApi.listConversations
  return typeof address === 'string' && (address === path || address.startsWith(`${path}?`))
}
