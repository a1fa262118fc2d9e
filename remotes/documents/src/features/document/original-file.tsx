import { Button } from '@portal/ui/button'
import { FileDown } from 'lucide-react'
import { useSaveOriginal } from './queries.ts'

export interface OriginalFileProps {
  /** Of the document. */
  readonly id: string
  readonly versionId: string
  readonly version: number
  readonly fileName: string
}

/** Saves the file of a version as it was uploaded. */
export function OriginalFile(props: OriginalFileProps) {
  const { version, fileName } = props
  const save = useSaveOriginal(props, fileName)
  return (
    <Button busy={save.isPending} onClick={() => save.mutate()} title={`${fileName} (version ${version})`}>
      {!save.isPending && <FileDown aria-hidden="true" className="size-4" />}
      Original file
    </Button>
  )
}
