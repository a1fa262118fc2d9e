import { fileSizeText } from '@portal/ui/file-size'
import { IconButton } from '@portal/ui/icon-button'
import { ProgressBar } from '@portal/ui/progress-bar'
import { CircleAlert, FileUp, X } from 'lucide-react'
import type { ChosenFile, Sending } from './use-upload-form.ts'

export interface ChosenFilesProps {
  readonly files: readonly ChosenFile[]
  readonly sending: Sending | null
  readonly onRemove: (chosen: ChosenFile) => void
  readonly onCancel: () => void
}

/** Files waiting, the one being sent with its progress, and failed ones with the reason. */
export function ChosenFiles({ files, sending, onRemove, onCancel }: ChosenFilesProps) {
  if (files.length === 0) return null
  return (
    <ul aria-label="Chosen files" className="list-none divide-y divide-subtle">
      {files.map((chosen) => (
        <li key={chosen.key} className="flex items-start gap-3 py-2.5">
          <span className="mt-0.5 grid size-7 shrink-0 place-items-center rounded-control bg-sunken text-tertiary">
            <FileUp className="size-4" />
          </span>
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <p className="flex items-baseline gap-2 text-14">
              <span className="truncate font-medium" dir="auto" title={chosen.file.name}>
                {chosen.file.name}
              </span>
              <span className="shrink-0 text-12 text-tertiary">{fileSizeText(chosen.file.size)}</span>
            </p>
            {sending?.key === chosen.key ? (
              <SendingLine sending={sending} name={chosen.file.name} />
            ) : (
              <Problem text={chosen.problem} />
            )}
          </div>
          {sending?.key === chosen.key ? (
            <IconButton
              size="sm"
              label={`Cancel upload of ${chosen.file.name}`}
              icon={<X className="size-3.5" />}
              onClick={onCancel}
            />
          ) : (
            <IconButton
              size="sm"
              label={`Remove ${chosen.file.name}`}
              icon={<X className="size-3.5" />}
              disabled={sending !== null}
              onClick={() => onRemove(chosen)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function SendingLine({ sending, name }: { readonly sending: Sending; readonly name: string }) {
  return (
    <div className="flex items-center gap-3 text-12 text-secondary">
      <span className="w-14 shrink-0">Sending</span>
      <ProgressBar className="flex-1" label={`Sending ${name}`} value={sending.progress} />
      <output className="w-10 shrink-0 text-right">{sending.progress} %</output>
    </div>
  )
}

function Problem({ text }: { readonly text: string | null }) {
  return (
    <div aria-live="polite" className="text-12">
      {text && (
        <p className="flex gap-1.5 font-medium text-danger-text">
          <CircleAlert className="mt-px size-3.5 shrink-0" />
          <span dir="auto">{text}</span>
        </p>
      )}
    </div>
  )
}
