import { chatApi } from '@portal/contracts/chat'
import { type Gap, type GapState, gapNoteMax } from '@portal/contracts/gaps'
import { MeanwhileNote } from '@portal/remote-kit/meanwhile-note'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useCan } from '@portal/remote-kit/session'
import { FormDialog } from '@portal/ui/form-dialog'
import { Select } from '@portal/ui/select'
import { TextAreaField } from '@portal/ui/text-area-field'
import { useState } from 'react'
import { useNames } from '../names/use-names.ts'
import { gapStates } from './gap-words.ts'

interface GapDialogProps {
  /** As it was when the dialog was opened: only what differs from it is sent. */
  readonly gap: Gap
  /** As the server has it now; none once it is no longer the person's to change. */
  readonly latest: Gap | undefined
  readonly onClose: () => void
}

/** Who has a gap, which document answers it, and its state; owners leave the first to stewards. */
export function GapDialog({ gap, latest, onClose }: GapDialogProps) {
  const isSteward = useCan('gap:manage-any')
  const { documents, departments, people } = useNames()
  const [draft, setDraft] = useState({
    state: gap.state,
    ownerId: gap.ownerId ?? '',
    departmentId: gap.departmentId === null ? '' : String(gap.departmentId),
    documentId: gap.documentId ?? '',
    note: gap.note,
  })
  const change = (next: Partial<typeof draft>) => setDraft((now) => ({ ...now, ...next }))
  const { mutate, isPending } = useReportedMutation(chatApi.changeGap, {
    refreshes: [chatApi.listGaps.path],
    success: 'Gap changed',
    failure: 'Failed to change the gap',
    onDone: onClose,
  })
  const states = (['open', 'assigned', 'answered', 'dismissed'] as const)
    .filter((state) => isSteward || state !== 'dismissed' || gap.state === 'dismissed')
    .map((state) => ({ value: state, label: gapStates[state].label }))
  const isMissing = draft.state === 'answered' && draft.documentId === ''
  const submit = () => {
    const { state, ownerId, departmentId, documentId, note } = draft
    const ofStewards = {
      ...((ownerId || null) !== gap.ownerId && { ownerId: ownerId || null }),
      ...((Number(departmentId) || null) !== gap.departmentId && {
        departmentId: Number(departmentId) || null,
      }),
    }
    const body = {
      ...(isSteward && ofStewards),
      ...(state !== gap.state && { state }),
      ...((documentId || null) !== gap.documentId && { documentId: documentId || null }),
      ...(note !== gap.note && { note }),
    }
    mutate({ params: { id: gap.id }, body })
  }
  return (
    <FormDialog
      title="Change gap"
      description="When it is answered, the people who asked are told once."
      submitLabel="Save"
      busyLabel="Saving..."
      isBusy={isPending}
      isIncomplete={isMissing || !latest}
      onSubmit={submit}
      onClose={onClose}
    >
      <MeanwhileNote>{!isPending && meanwhile(gap, latest)}</MeanwhileNote>
      <Select
        label="State"
        options={states}
        value={draft.state}
        disabled={isPending}
        onChange={({ target }) => change({ state: target.value as GapState })}
      />
      {isSteward && (
        <>
          <Select
            label="Owner"
            placeholder="Nobody yet"
            options={people.map(({ id, name }) => ({ value: id, label: name }))}
            value={draft.ownerId}
            disabled={isPending}
            onChange={({ target }) => change({ ownerId: target.value })}
          />
          <Select
            label="Department"
            placeholder="No department"
            options={departments.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={draft.departmentId}
            disabled={isPending}
            onChange={({ target }) => change({ departmentId: target.value })}
          />
        </>
      )}
      <Select
        label="Document that answers"
        placeholder="No document yet"
        options={documents.map(({ id, title }) => ({ value: id, label: title }))}
        value={draft.documentId}
        disabled={isPending}
        error={isMissing ? 'Choose the document that answers it.' : undefined}
        onChange={({ target }) => change({ documentId: target.value })}
      />
      <TextAreaField
        label="Note"
        optional
        maxLength={gapNoteMax}
        value={draft.note}
        disabled={isPending}
        onChange={({ target }) => change({ note: target.value })}
      />
    </FormDialog>
  )
}

/** What others have made of the gap since the dialog was opened. */
function meanwhile(opened: Gap, latest: Gap | undefined): string {
  if (!latest) return 'This gap is no longer yours to change. You can still copy what you have typed.'
  if (latest.state === opened.state) return ''
  return `This gap was changed meanwhile, by somebody else or by you in another tab. It is now ${gapStates[latest.state].label.toLowerCase()}.`
}
