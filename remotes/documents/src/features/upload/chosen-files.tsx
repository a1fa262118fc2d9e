import type { SameContent } from '@portal/contracts/upload-help'
import { Button } from '@portal/ui/button'
import { IconButton } from '@portal/ui/icon-button'
import { ProgressBar } from '@portal/ui/progress-bar'
import { CircleAlert, CopyCheck, FileUp, RotateCcw, X } from 'lucide-react'
import { FileLine, underWay } from './recent-uploads.tsx'
import type { ChosenFile, RefusedFile } from './use-upload-form.ts'
import type { Task, Twin } from './use-upload-queue.ts'

interface ChosenFilesProps {
  readonly files: readonly ChosenFile[]
  readonly onRemove: (chosen: ChosenFile) => void
  readonly onCancel: (chosen: ChosenFile) => void
  readonly onSend: (chosen: ChosenFile, as: Task['as']) => void
}

/** Files chosen, waiting and being sent with their progress, and those that need an answer. */
export function ChosenFiles({ files, ...acts }: ChosenFilesProps) {
  if (files.length === 0) return null
  return (
    <ul aria-label="Chosen files" className="list-none divide-y divide-subtle">
      {files.map((chosen) => (
        <li key={chosen.key} className="flex items-start gap-3 py-2.5">
          <FileLine Icon={FileUp} look={underWay} name={chosen.file.name} bytes={chosen.file.size}>
            <StateLine chosen={chosen} onSend={acts.onSend} />
          </FileLine>
          <FileActs chosen={chosen} {...acts} />
        </li>
      ))}
    </ul>
  )
}

function FileActs({
  chosen,
  onRemove,
  onCancel,
  onSend,
}: { chosen: ChosenFile } & Omit<ChosenFilesProps, 'files'>) {
  const { state, file } = chosen
  const isUnderWay = state.step === 'waiting' || state.step === 'sending'
  return (
    <span className="flex shrink-0 gap-1">
      {state.step === 'failed' && state.mayRetry && (
        <IconButton
          size="sm"
          icon={<RotateCcw className="size-3.5" />}
          label={`Retry ${file.name}`}
          onClick={() => onSend(chosen, 'ask')}
        />
      )}
      <IconButton
        size="sm"
        icon={<X className="size-3.5" />}
        label={isUnderWay ? `Cancel upload of ${file.name}` : `Remove ${file.name}`}
        onClick={() => (isUnderWay ? onCancel(chosen) : onRemove(chosen))}
      />
    </span>
  )
}

function StateLine({ chosen, onSend }: Pick<ChosenFilesProps, 'onSend'> & { readonly chosen: ChosenFile }) {
  const { state, file } = chosen
  return (
    <>
      {state.step === 'sending' && <SendingLine progress={state.progress} name={file.name} />}
      {state.step === 'waiting' && <p className="text-12 text-secondary">Waiting</p>}
      {/* Mounted in every state: what appears together with its live region is not read out. */}
      <div aria-live="polite" className="text-12">
        {state.step === 'failed' && <Problem text={state.problem} />}
        {state.step === 'same' && <SameLine twin={state.twin} onAnswer={(as) => onSend(chosen, as)} />}
      </div>
    </>
  )
}

function SendingLine({ progress, name }: { readonly progress: number; readonly name: string }) {
  return (
    <div className="flex items-center gap-3 text-12 text-secondary">
      <span className="w-14 shrink-0">Sending</span>
      <ProgressBar className="flex-1" label={`Sending ${name}`} value={progress} />
      <output className="w-10 shrink-0 text-right">{progress}%</output>
    </div>
  )
}

function Problem({ text }: { readonly text: string }) {
  return (
    <p className="flex gap-1.5 font-medium text-danger-text">
      <CircleAlert className="mt-px size-3.5 shrink-0" />
      <span dir="auto">{text}</span>
    </p>
  )
}

interface SameLineProps {
  readonly twin: Twin
  readonly onAnswer: (as: Task['as']) => void
}

/** Asks what a file is whose content is there already. */
function SameLine({ twin: { document, fileName }, onAnswer }: SameLineProps) {
  return (
    <div className="flex flex-col gap-2">
      <p className="flex gap-1.5 text-warning-text">
        <CopyCheck aria-hidden="true" className="mt-px size-3.5 shrink-0" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {document ? <SameAs document={document} /> : <SameFile name={fileName} />}
        </span>
      </p>
      <span className="flex flex-wrap gap-2">
        {document && (
          <Button size="sm" onClick={() => onAnswer({ versionOf: document })}>
            New version of {document.customId}
          </Button>
        )}
        <Button size="sm" onClick={() => onAnswer('document')}>
          Separate document
        </Button>
      </span>
    </div>
  )
}

function SameAs({ document: { customId, title, version, isCurrent } }: { readonly document: SameContent }) {
  return (
    <>
      Same as <bdi>{customId}</bdi>, <bdi>{title}</bdi>, version {version}
      {isCurrent && ' (current)'}: new version?
    </>
  )
}

function SameFile({ name }: { readonly name: string }) {
  return (
    <>
      Same content as <bdi>{name}</bdi>, which is being uploaded.
    </>
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
