import { type Document, documentsApi, uploadBytesMax } from '@portal/contracts/documents'
import { defaultDepartments } from '@portal/contracts/team'
import { readsBelow } from '@portal/remote-kit/route-query'
import { toast } from '@portal/remote-kit/toast'
import { useUpload } from '@portal/remote-kit/upload-file'
import { uploadRefusals } from '@portal/remote-kit/upload-refusals'
import { useUploadReport } from '@portal/remote-kit/use-upload-report'
import { Button } from '@portal/ui/button'
import { Card } from '@portal/ui/card'
import { Select } from '@portal/ui/select'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

const firstDepartment = '1'

/**
 * The simpler uploader: one file to one of the five departments. It checks the
 * size alone; the server judges the rest (product §5, decisions 25 and 26).
 */
export function QuickUpload({ onUploaded }: { readonly onUploaded?: (document: Document) => void }) {
  const upload = useUpload()
  const queries = useQueryClient()
  const report = useUploadReport()
  const input = useRef<HTMLInputElement>(null)
  const [departmentId, setDepartmentId] = useState(firstDepartment)
  const [isUploading, setUploading] = useState(false)

  const submit = () => {
    const file = input.current?.files?.[0]
    if (!file) toast({ ...uploadRefusals.none, variant: 'invalid' })
    else if (file.size === 0) toast({ ...uploadRefusals.empty, variant: 'invalid' })
    else if (file.size > uploadBytesMax) toast({ ...uploadRefusals.size, variant: 'invalid' })
    else void send(file)
  }
  const send = async (file: File) => {
    setUploading(true)
    try {
      const form = { title: file.name, departmentId }
      const document = await upload(documentsApi.uploadDocument, { form, file, fileName: file.name })
      if (input.current) input.current.value = ''
      report.success(document)
      onUploaded?.(document)
      await queries.invalidateQueries(readsBelow(documentsApi.listDocuments.path))
    } catch (error) {
      report.failure(error)
    } finally {
      setUploading(false)
    }
  }

  return (
    <Card title="Quick upload">
      <form
        aria-label="Quick upload"
        className="flex max-w-form flex-col gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <label className="flex flex-col gap-1.5 font-medium text-13">
          File
          <input
            ref={input}
            type="file"
            disabled={isUploading}
            className="w-full min-w-0 font-regular text-13 file:mr-3 file:h-control-md file:cursor-pointer file:rounded-control file:border file:border-strong file:bg-panel file:px-3 file:font-medium file:text-13 file:text-primary"
          />
        </label>
        <Select
          label="Department"
          required
          value={departmentId}
          disabled={isUploading}
          options={defaultDepartments.map(({ number, name }) => ({ value: String(number), label: name }))}
          onChange={(event) => setDepartmentId(event.target.value)}
        />
        <Button type="submit" variant="primary" busy={isUploading}>
          {isUploading ? 'Uploading...' : 'Upload'}
        </Button>
      </form>
    </Card>
  )
}
