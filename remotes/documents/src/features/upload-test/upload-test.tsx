import { RequestError } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { defaultDepartments } from '@portal/contracts/team'
import { useSession } from '@portal/remote-kit/session'
import { useUpload } from '@portal/remote-kit/upload-file'
import { Button } from '@portal/ui/button'
import { Select } from '@portal/ui/select'
import { useState } from 'react'

const bytesPerMegabyte = 1024 * 1024
const accepted = '.pdf,.txt,.docx'

interface Outcome {
  readonly text: string
  readonly isFailure: boolean
}

/** One file to one of the five departments; only the server judges the file (decisions 25, 26). */
export function UploadTest() {
  const upload = useUpload()
  const { isUploadTestOpen = true } = useSession().settings
  const [file, setFile] = useState<File | null>(null)
  const [departmentId, setDepartmentId] = useState('1')
  const [isUploading, setUploading] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  const send = async () => {
    if (!file) return setOutcome({ text: 'Please select a file first', isFailure: true })
    setUploading(true)
    setOutcome(null)
    try {
      const form = { title: file.name, departmentId }
      const { id } = await upload(documentsApi.uploadDocument, { form, file, fileName: file.name })
      setOutcome({ text: `Upload successful. Document ID: ${id}`, isFailure: false })
    } catch (error) {
      setOutcome({ text: `Upload failed: ${reasonOf(error)}`, isFailure: true })
    } finally {
      setUploading(false)
    }
  }

  return (
    <form
      aria-label="Upload test"
      className="flex flex-col gap-4 rounded-card border border-default bg-panel p-5"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <label className="flex flex-col gap-1.5 font-medium text-13">
        File
        <input
          type="file"
          accept={accepted}
          disabled={isUploading}
          className="w-full min-w-0 font-regular text-13 file:mr-3 file:h-control-md file:cursor-pointer file:rounded-control file:border file:border-strong file:bg-panel file:px-3 file:font-medium file:text-13 file:text-primary"
          onChange={(event) => {
            setFile(event.target.files?.[0] ?? null)
            setOutcome(null)
          }}
        />
      </label>
      {file && (
        <p className="text-13 text-secondary [overflow-wrap:anywhere]">
          Selected: <bdi>{file.name}</bdi> ({(file.size / bytesPerMegabyte).toFixed(2)} MB)
        </p>
      )}
      <Select
        label="Department"
        value={departmentId}
        disabled={isUploading}
        options={defaultDepartments.map(({ number, name }) => ({ value: String(number), label: name }))}
        onChange={(event) => setDepartmentId(event.target.value)}
      />
      <Button type="submit" variant="primary" busy={isUploading} disabled={!isUploadTestOpen}>
        {isUploading ? 'Uploading...' : 'Upload Document'}
      </Button>
      {!isUploadTestOpen && (
        <p className="text-13 text-secondary">The operator of this portal has switched this upload off.</p>
      )}
      <p
        role="status"
        className={`min-h-5 text-13 [overflow-wrap:anywhere] ${outcome?.isFailure ? 'text-danger-text' : 'text-success-text'}`}
        dir="auto"
      >
        {outcome?.text}
      </p>
    </form>
  )
}

/** The raw response (decision 51); without one, why there is none. */
function reasonOf(error: unknown): string {
  if (error instanceof RequestError) return `${error.status} - ${error.body}`
  return (error instanceof Error && error.message) || 'Unknown error'
}
