import { checkInput } from '@portal/contracts/check-input'
import { documentsApi } from '@portal/contracts/documents'
import { fillInAllFields, NewVersion } from '@portal/contracts/versions'
import { readsBelow } from '@portal/remote-kit/route-query'
import { useSession } from '@portal/remote-kit/session'
import { toast } from '@portal/remote-kit/toast'
import { useReportFailure } from '@portal/remote-kit/unauthorized'
import { useUpload } from '@portal/remote-kit/upload-file'
import { uploadRefusals } from '@portal/remote-kit/upload-refusals'
import { CheckboxField } from '@portal/ui/checkbox-field'
import { FormDialog } from '@portal/ui/form-dialog'
import { TextAreaField } from '@portal/ui/text-area-field'
import { TextField } from '@portal/ui/text-field'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { refreshedReads } from './queries.ts'
import { type SubmissionChoice, SubmissionFields } from './submission-fields.tsx'

/** Accepted files (product §5). */
const accepted = '.pdf,.doc,.docx,.txt'

interface Fields extends SubmissionChoice {
  readonly title: string
  readonly changes: string
  readonly isDraft: boolean
}
const empty: Fields = { title: '', changes: '', effectiveOn: '', isDraft: false, approverIds: [] }

export interface CreateVersionProps {
  readonly documentId: string
  readonly onClose: () => void
}

/** The 'Create New Version' dialog. */
export function CreateVersion({ documentId, onClose }: CreateVersionProps) {
  const [fields, setFields] = useState(empty)
  const [file, setFile] = useState<File | null>(null)
  const { create, isBusy } = useCreateVersion(documentId, onClose)
  const { person } = useSession()
  const [isRefused, setRefused] = useState(false)
  const title = useRef<HTMLInputElement>(null)
  const changes = useRef<HTMLTextAreaElement>(null)
  const chosen = useRef<HTMLInputElement>(null)
  const missing = [
    { control: title, error: fields.title.trim() === '' && 'Enter a title' },
    { control: changes, error: fields.changes.trim() === '' && 'Say what changes' },
    { control: chosen, error: file === null && 'Choose a file' },
  ]
  const errorOf = (control: (typeof missing)[number]['control']) =>
    (isRefused && missing.find((each) => each.control === control)?.error) || undefined
  const submit = () => {
    setRefused(true)
    missing.find(({ error }) => error)?.control.current?.focus()
    void create(fields, file)
  }
  const change = (next: Partial<Fields>) => setFields((now) => ({ ...now, ...next }))
  return (
    <FormDialog
      wide
      title="Create New Version"
      submitLabel="Create Version"
      busyLabel="Creating..."
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        ref={title}
        label="Title"
        error={errorOf(title)}
        value={fields.title}
        maxLength={300}
        onChange={(event) => change({ title: event.target.value })}
      />
      <TextAreaField
        ref={changes}
        label="Changes"
        error={errorOf(changes)}
        hint="What is new, for those who approve and read it."
        value={fields.changes}
        onChange={(event) => change({ changes: event.target.value })}
      />
      <TextField
        ref={chosen}
        label="File"
        error={errorOf(chosen)}
        type="file"
        accept={accepted}
        hint="PDF, DOC, DOCX or TXT, up to 10 MB."
        onChange={(event) => setFile(event.target.files?.[0] ?? null)}
      />
      <CheckboxField
        label="Save as a draft, to be submitted later"
        checked={fields.isDraft}
        onCheckedChange={(isDraft) => change({ isDraft })}
      />
      {!fields.isDraft && <SubmissionFields choice={fields} authorId={person?.id} onChange={change} />}
    </FormDialog>
  )
}

function useCreateVersion(documentId: string, onCreated: () => void) {
  const upload = useUpload()
  const queries = useQueryClient()
  const report = useReportFailure()
  const [isBusy, setIsBusy] = useState(false)
  const create = async ({ title, changes, ...fields }: Fields, file: File | null) => {
    const { data, message } = checkInput(NewVersion, { title, changes })
    if (data === null || file === null) {
      toast({ title: 'Error', description: message ?? fillInAllFields, variant: 'invalid' })
      return
    }
    if (file.size === 0) {
      toast({ ...uploadRefusals.empty, variant: 'invalid' })
      return
    }
    setIsBusy(true)
    try {
      const form = { ...data, ...(fields.isDraft ? { draft: 'true' } : submissionOf(fields)) }
      await upload(documentsApi.createVersion, {
        params: { id: documentId },
        form,
        file,
        fileName: file.name,
      })
      await Promise.all(refreshedReads.map((path) => queries.invalidateQueries(readsBelow(path))))
      toast({
        title: 'Success',
        description: 'New document version created successfully',
        variant: 'success',
      })
      onCreated()
    } catch (error) {
      report(error, { title: 'Error', fallback: 'Failed to create the version' })
    } finally {
      setIsBusy(false)
    }
  }
  return { create, isBusy }
}

/** A day begins where the organization is (decision 81). */
function submissionOf({ approverIds, effectiveOn }: SubmissionChoice) {
  return {
    ...(approverIds.length === 0 ? {} : { approverIds: approverIds.join(',') }),
    ...(effectiveOn === '' ? {} : { effectiveAt: effectiveOn }),
  }
}
