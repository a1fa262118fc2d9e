import { classNames } from '@portal/ui/class-names'
import { fileSizeText } from '@portal/ui/file-size'
import { Upload } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { acceptedFiles } from './check-file.ts'

export interface FilePickerProps {
  readonly file: File | null
  readonly onChoose: (file: File | null) => void
  readonly isDisabled: boolean
}

/** Picks a file by the browser's dialog or by dropping it. */
export function FilePicker({ file, onChoose, isDisabled }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  // A browser fires no change for the same file again: emptied with the form, it may be picked once more.
  useEffect(() => {
    if (!file && input.current) input.current.value = ''
  }, [file])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    if (!isDisabled) onChoose(event.dataTransfer.files[0] ?? null)
  }
  return (
    <label
      className={classNames(
        'flex cursor-pointer items-center gap-4 rounded-card border border-dashed bg-sunken p-4 has-focus-visible:outline-2 has-focus-visible:outline-focus-ring has-focus-visible:outline-offset-2',
        isOver ? 'border-accent bg-accent-subtle' : 'border-control',
      )}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-control bg-accent-subtle text-accent-text">
        <Upload aria-hidden="true" className="size-5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium text-14" dir="auto">
          {file ? file.name : 'Drop a file here or choose one'}
        </span>
        <span className="block text-13 text-secondary">
          {file ? fileSizeText(file.size) : 'PDF, TXT or DOCX, up to 10 MB.'}
        </span>
      </span>
      <input
        ref={input}
        type="file"
        aria-label="File"
        className="sr-only"
        accept={acceptedFiles}
        disabled={isDisabled}
        onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
      />
    </label>
  )
}
