import { classNames } from '@portal/ui/class-names'
import { Upload } from 'lucide-react'
import { type DragEvent, type Ref, useState } from 'react'
import { acceptedFiles } from './check-file.ts'
import { type DroppedFiles, droppedFiles } from './dropped-files.ts'

export interface FileDropProps {
  readonly ref: Ref<HTMLInputElement>
  readonly onChoose: (dropped: DroppedFiles) => void
  readonly isDisabled: boolean
}

export function FileDrop({ ref, onChoose, isDisabled }: FileDropProps) {
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    if (!isDisabled) void droppedFiles(event.dataTransfer).then(onChoose)
  }
  return (
    <label
      className={classNames(
        'relative flex items-center gap-3 rounded-control border border-dashed p-4 has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
        isOver ? 'border-accent bg-accent-subtle' : 'border-control bg-sunken',
        isDisabled ? 'cursor-not-allowed' : 'cursor-pointer',
      )}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(!isDisabled)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <span className="grid size-9 shrink-0 place-items-center rounded-control bg-accent-subtle text-accent-text">
        <Upload className="size-4" />
      </span>
      <span className="min-w-0 flex-1 text-13">
        <span className="block font-medium text-14 text-primary">
          Drop files here or <span className="text-accent-text underline">choose files</span>.
        </span>{' '}
        <span className="text-secondary">PDF, TXT or DOCX, up to 10 MB each.</span>
      </span>
      <input
        ref={ref}
        type="file"
        multiple
        className="sr-only"
        accept={acceptedFiles}
        disabled={isDisabled}
        onChange={(event) => {
          onChoose({ files: [...(event.target.files ?? [])], unopened: [] })
          // A browser fires no change for the same file again: emptied, it may be picked once more.
          event.target.value = ''
        }}
      />
    </label>
  )
}
