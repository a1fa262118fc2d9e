import { uploadBytesMax } from '@portal/contracts/documents'
import { Button } from '@portal/ui/button'
import { type ReactNode, useId, useRef, useState } from 'react'

export interface PictureChooserProps {
  /** What it is called: `picture` or `logo`. */
  readonly noun: string
  readonly hint: string
  readonly hasPicture: boolean
  readonly isUploading: boolean
  readonly isRemoving: boolean
  readonly onChoose: (file: File) => void
  readonly onRemove: () => void
  /** The picture as it is now. */
  readonly children: ReactNode
}

/** A picture with its upload and removal. A file that is too large is refused at once. */
export function PictureChooser(props: PictureChooserProps) {
  const { noun, hint, hasPicture, isUploading, isRemoving, onChoose, onRemove, children } = props
  const input = useRef<HTMLInputElement>(null)
  const [isTooLarge, setTooLarge] = useState(false)
  const hintId = useId()
  const isBusy = isUploading || isRemoving
  return (
    <div className="flex flex-wrap items-center gap-4">
      {children}
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-2">
        <div className="flex flex-wrap gap-2">
          <input
            ref={input}
            type="file"
            hidden
            aria-label={`File of the ${noun}`}
            accept="image/png,image/jpeg,image/webp"
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0]
              currentTarget.value = ''
              if (!file) return
              setTooLarge(file.size > uploadBytesMax)
              if (file.size <= uploadBytesMax) onChoose(file)
            }}
          />
          <Button
            size="sm"
            busy={isUploading}
            disabled={isBusy}
            aria-describedby={hintId}
            onClick={() => input.current?.click()}
          >
            {isUploading ? 'Uploading...' : `${hasPicture ? 'Change' : 'Upload'} ${noun}`}
          </Button>
          {hasPicture && (
            <Button size="sm" variant="ghost" busy={isRemoving} disabled={isBusy} onClick={onRemove}>
              Remove {noun}
            </Button>
          )}
        </div>
        <p id={hintId} className="text-12 text-tertiary">
          {hint}
        </p>
        {isTooLarge && (
          <p role="alert" className="text-12 text-danger">
            The file is larger than 10 MB. Please choose a smaller one.
          </p>
        )}
      </div>
    </div>
  )
}
