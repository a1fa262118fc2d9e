import { chatApi, questionMax } from '@portal/contracts/chat'
import { useNavigate } from '@portal/remote-kit/navigation'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useCan } from '@portal/remote-kit/session'
import { useOpenedByAddress } from '@portal/remote-kit/use-opened-by-address'
import { useToday } from '@portal/remote-kit/use-today'
import { FormDialog } from '@portal/ui/form-dialog'
import { IconButton } from '@portal/ui/icon-button'
import { TextAreaField } from '@portal/ui/text-area-field'
import { TextField } from '@portal/ui/text-field'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'

interface AskAsOfProps {
  /** The conversation that goes on; null begins one. */
  readonly conversationId: string | null
  readonly addressOf: (id: string) => string
}

/** Asks what the documents said on a day of the past (decision 77). */
export function AskAsOf(props: AskAsOfProps) {
  const [isOpen, setOpen] = useState(false)
  const mayAsk = useCan(chatApi.ask)
  useOpenedByAddress('as-of', () => setOpen(true))
  if (!mayAsk) return null
  return (
    <>
      <IconButton
        label="Ask as of a date"
        icon={<CalendarClock className="size-4" />}
        onClick={() => setOpen(true)}
      />
      {isOpen && <AskAsOfDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function AskAsOfDialog({ conversationId, addressOf, onClose }: AskAsOfProps & { onClose: () => void }) {
  const [draft, setDraft] = useState({ question: '', asOf: '' })
  const navigate = useNavigate()
  const { day: today } = useToday()
  // As long as the organization's day is not known, the server alone judges.
  const isLater = today !== undefined && draft.asOf > today
  const { mutate, isPending } = useReportedMutation(chatApi.ask, {
    refreshes: [chatApi.listConversations.path],
    failure: 'Failed to ask the question',
    onDone: ({ conversation }) => {
      onClose()
      navigate(addressOf(conversation.id))
    },
  })
  return (
    <FormDialog
      title="Ask as of a date"
      description="The answer rests on the versions that were in force at the end of that day."
      submitLabel="Ask"
      busyLabel="Asking..."
      isBusy={isPending}
      isIncomplete={draft.question.trim() === '' || draft.asOf === '' || isLater}
      onSubmit={() => mutate({ body: { ...draft, ...(conversationId !== null && { conversationId }) } })}
      onClose={onClose}
    >
      <TextAreaField
        label="Question"
        rows={3}
        maxLength={questionMax}
        value={draft.question}
        disabled={isPending}
        onChange={({ target }) => setDraft((now) => ({ ...now, question: target.value }))}
      />
      <TextField
        label="Date"
        type="date"
        max={today}
        value={draft.asOf}
        disabled={isPending}
        error={isLater ? 'Choose a day that has come.' : undefined}
        onChange={({ target }) => setDraft((now) => ({ ...now, asOf: target.value }))}
      />
    </FormDialog>
  )
}
