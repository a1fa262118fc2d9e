import { type ChatMessage, chatApi } from '@portal/contracts/chat'
import { verifiedContentMax } from '@portal/contracts/verified-answers'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useCan } from '@portal/remote-kit/session'
import { Button } from '@portal/ui/button'
import { FormDialog } from '@portal/ui/form-dialog'
import { TextAreaField } from '@portal/ui/text-area-field'
import { BadgeCheck } from 'lucide-react'
import { useState } from 'react'

interface VerifyAnswerProps {
  readonly message: ChatMessage
  /** What was asked. */
  readonly question: string
}

/** For stewards, below an answer with sources: has it shown first to all who ask the same. */
export function VerifyAnswer({ message, question }: VerifyAnswerProps) {
  const [isOpen, setOpen] = useState(false)
  const mayVerify = useCan('verified-answer:create')
  if (!mayVerify || message.citations.length === 0) return null
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <BadgeCheck aria-hidden="true" className="size-3.5" />
        Verify
      </Button>
      {isOpen && <VerifyDialog message={message} question={question} onClose={() => setOpen(false)} />}
    </>
  )
}

function VerifyDialog({ message, question, onClose }: VerifyAnswerProps & { readonly onClose: () => void }) {
  const [draft, setDraft] = useState({ question, content: message.content })
  const { mutate, isPending } = useReportedMutation(chatApi.verifyAnswer, {
    refreshes: [chatApi.listVerifiedAnswers.path],
    success: 'Answer verified',
    failure: 'Failed to verify the answer',
    onDone: onClose,
  })
  return (
    <FormDialog
      wide
      title="Verify answer"
      description="With your name, it is shown before the assistant’s own answer to everyone who asks this and may read its sources, until a new version of one of them takes effect."
      submitLabel="Verify answer"
      busyLabel="Verifying..."
      isBusy={isPending}
      isIncomplete={draft.question.trim() === '' || draft.content.trim() === ''}
      onSubmit={() => mutate({ body: { messageId: message.id, ...draft } })}
      onClose={onClose}
    >
      <TextAreaField
        label="Question"
        rows={2}
        maxLength={4000}
        value={draft.question}
        disabled={isPending}
        onChange={({ target }) => setDraft((now) => ({ ...now, question: target.value }))}
      />
      <TextAreaField
        label="Answer"
        hint="Each paragraph needs the mark of a source that says the same, such as [1]."
        rows={8}
        maxLength={verifiedContentMax}
        value={draft.content}
        disabled={isPending}
        onChange={({ target }) => setDraft((now) => ({ ...now, content: target.value }))}
      />
    </FormDialog>
  )
}
