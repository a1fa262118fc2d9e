import { IconButton } from '@portal/ui/icon-button'
import { ProgressBar } from '@portal/ui/progress-bar'
import { CircleAlert, FileUp, X } from 'lucide-react'
import { FileLine, underWay } from './recent-uploads.tsx'
import type { ChosenFile, RefusedFile, Sending } from './use-upload-form.ts'

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
          <FileLine Icon={FileUp} look={underWay} name={chosen.file.name} bytes={chosen.file.size}>
            {sending?.key === chosen.key ? (
              <SendingLine sending={sending} name={chosen.file.name} />
            ) : (
              <Problem text={chosen.problem} />
            )}
          </FileLine>
          <IconButton
            size="sm"
            icon={<X className="size-3.5" />}
            {...(sending?.key === chosen.key
              ? { label: `Cancel upload of ${chosen.file.name}`, onClick: onCancel }
              : {
                  label: `Remove ${chosen.file.name}`,
                  disabled: sending !== null,
                  onClick: () => onRemove(chosen),
                })}
          />
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

/** The files of a choice that were not taken, beside those that were. */
export function RefusedFiles({ refused }: { readonly refused: readonly RefusedFile[] }) {
  if (refused.length === 0) return null
  return (
    <ul aria-label="Files not taken" className="flex list-none flex-col gap-1 text-12">
      {refused.map(({ name, title, description }, at) => (
        <li key={`${at} ${name}`} className="flex gap-1.5 text-danger-text">
          <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <bdi className="font-medium">{name}</bdi>: {title}. {description}.
          </span>
        </li>
      ))}
    </ul>
  )
}
