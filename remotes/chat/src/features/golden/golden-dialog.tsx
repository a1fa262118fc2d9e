import { chatApi } from '@portal/contracts/chat'
import { goldenTextMax } from '@portal/contracts/golden-questions'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { FormDialog } from '@portal/ui/form-dialog'
import { Select } from '@portal/ui/select'
import { TextAreaField } from '@portal/ui/text-area-field'
import { useState } from 'react'
import { useNames } from '../names/use-names.ts'

/** A question with the document, and perhaps the words, that should answer it. */
export function GoldenDialog({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState({ question: '', documentId: '', words: '' })
  const change = (next: Partial<typeof draft>) => setDraft((now) => ({ ...now, ...next }))
  const { documents } = useNames()
  const { mutate, isPending } = useReportedMutation(chatApi.addGoldenQuestion, {
    refreshes: [chatApi.listGoldenQuestions.path],
    success: 'Golden question added',
    failure: 'Failed to add the golden question',
    onDone: onClose,
  })
  return (
    <FormDialog
      title="Add golden question"
      submitLabel="Add question"
      busyLabel="Adding..."
      isBusy={isPending}
      isIncomplete={draft.question.trim() === '' || draft.documentId === ''}
      onSubmit={() => mutate({ body: draft })}
      onClose={onClose}
    >
      <TextAreaField
        label="Question"
        hint="In the words of the people who ask."
        rows={2}
        maxLength={goldenTextMax}
        value={draft.question}
        disabled={isPending}
        onChange={({ target }) => change({ question: target.value })}
      />
      <Select
        label="Document that should answer"
        placeholder="Choose"
        options={documents.map(({ id, title }) => ({ value: id, label: title }))}
        value={draft.documentId}
        disabled={isPending}
        onChange={({ target }) => change({ documentId: target.value })}
      />
      <TextAreaField
        label="Words that the answer must quote"
        optional
        rows={2}
        maxLength={goldenTextMax}
        value={draft.words}
        disabled={isPending}
        onChange={({ target }) => change({ words: target.value })}
      />
    </FormDialog>
  )
}
