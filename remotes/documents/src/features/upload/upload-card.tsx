import { Button } from '@portal/ui/button'
import { Card } from '@portal/ui/card'
import { ProgressBar } from '@portal/ui/progress-bar'
import { Select } from '@portal/ui/select'
import { TextField } from '@portal/ui/text-field'
import { useState } from 'react'
import { useDepartments } from '../library/queries.ts'
import { FilePicker } from './file-picker.tsx'
import { RecentUploads } from './recent-uploads.tsx'
import { useUploadForm } from './use-upload-form.ts'

/** Upload of one file with an optional title and department, and what becomes of the files of this visit. */
export function UploadCard() {
  const departments = useDepartments()
  const [uploaded, setUploaded] = useState<readonly string[]>([])
  const form = useUploadForm((document) =>
    setUploaded((ids) => [document.id, ...ids.filter((id) => id !== document.id)]),
  )
  const { fields, isUploading, progress } = form
  return (
    <Card title="Upload documents" flush>
      <form
        aria-label="Upload documents"
        className="flex flex-col gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault()
          void form.submit()
        }}
      >
        <FilePicker file={fields.file} onChoose={form.choose} isDisabled={isUploading} />
        <div className="grid grid-cols-1 items-end gap-4 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto]">
          <TextField
            label="Title"
            optional
            maxLength={300}
            placeholder={fields.file?.name ?? 'The name of the file'}
            value={fields.title}
            disabled={isUploading}
            onChange={(event) => form.change({ title: event.target.value })}
          />
          <Select
            label="Department"
            optional
            placeholder="None"
            value={fields.departmentId}
            disabled={isUploading}
            options={(departments.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(event) => form.change({ departmentId: event.target.value })}
          />
          <Button type="submit" variant="primary" size="md" busy={isUploading}>
            {isUploading ? 'Uploading...' : 'Upload'}
          </Button>
        </div>
        {isUploading && (
          <div className="flex items-center gap-3 text-12 text-secondary">
            <ProgressBar
              className="flex-1"
              label={`Uploading ${fields.file?.name ?? 'file'}`}
              value={progress}
            />
            <span>{progress} %</span>
            <Button size="sm" variant="ghost" onClick={form.cancel}>
              Cancel
            </Button>
          </div>
        )}
      </form>
      <RecentUploads ids={uploaded} />
    </Card>
  )
}
