import { Button } from '@portal/ui/button'
import { Card } from '@portal/ui/card'
import { Select } from '@portal/ui/select'
import { TextField } from '@portal/ui/text-field'
import { useRef, useState } from 'react'
import { useDepartments } from '../library/queries.ts'
import { useOwnerOptions } from '../owner/owner-dialog.tsx'
import { ChosenFiles, RefusedFiles } from './chosen-files.tsx'
import { FileDrop } from './file-drop.tsx'
import { RecentUploads } from './recent-uploads.tsx'
import type { Uploaded } from './use-followed.ts'
import { useUploadForm } from './use-upload-form.ts'

const titleMax = 300

export function UploadCard() {
  const [uploaded, setUploaded] = useState<readonly Uploaded[]>([])
  const input = useRef<HTMLInputElement>(null)
  const form = useUploadForm((document) =>
    setUploaded((now) => [
      { document, at: Date.now() },
      ...now.filter((each) => each.document.id !== document.id),
    ]),
  )
  const { fields, files, isUploading } = form
  // Uploading works without the list.
  const { data: departments = [], isError: hasNoDepartments } = useDepartments()
  const owners = useOwnerOptions()
  return (
    <Card title="Upload documents">
      <form
        aria-label="Upload documents"
        className="@container flex flex-col gap-3 p-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (files.length === 0) input.current?.focus()
          form.submit()
        }}
      >
        <FileDrop ref={input} onChoose={form.choose} isDisabled={isUploading} />
        <RefusedFiles refused={form.refused} />
        <ChosenFiles files={files} onRemove={form.remove} onCancel={form.cancel} onSend={form.send} />
        <div className="grid grid-cols-1 items-start gap-4 @min-[44rem]:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]">
          <TextField
            label="Title"
            optional
            maxLength={titleMax}
            placeholder={
              files.length > 1
                ? 'Each file keeps its own name'
                : (files[0]?.file.name ?? 'The name of the file')
            }
            value={files.length > 1 ? '' : fields.title}
            disabled={isUploading || files.length > 1}
            onChange={(event) => form.change({ title: event.target.value })}
          />
          <Select
            label="Department"
            optional
            placeholder="None"
            value={fields.departmentId}
            disabled={isUploading}
            options={departments.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(event) => form.change({ departmentId: event.target.value })}
            hint={hasNoDepartments && 'The departments could not be loaded.'}
          />
          <Select
            label="Owner"
            optional
            placeholder="No owner"
            value={fields.ownerId}
            disabled={isUploading}
            options={owners}
            onChange={(event) => form.change({ ownerId: event.target.value })}
          />
          <div className="@min-[44rem]:mt-6.5">
            <Button type="submit" variant="primary" busy={isUploading} disabled={form.isAsking}>
              {isUploading ? 'Uploading...' : 'Upload'}
            </Button>
          </div>
        </div>
      </form>
      <RecentUploads uploaded={uploaded} onClear={setUploaded} />
    </Card>
  )
}
