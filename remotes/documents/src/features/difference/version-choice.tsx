import { versionWord } from '@portal/contracts/version-words'
import type { DocumentVersion } from '@portal/contracts/versions'
import { Select } from '@portal/ui/select'
import { Skeleton } from '@portal/ui/skeleton'
import { ArrowRight } from 'lucide-react'

export interface VersionChoiceProps {
  readonly versions: readonly DocumentVersion[]
  readonly before: string
  readonly after: string
  readonly onChoose: (pair: { readonly before: string; readonly after: string }) => void
}

const layout =
  'grid items-end gap-2 sm:max-w-152 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] print:hidden'

/** Holds the place of the choice, so that what is below it does not move. */
export function VersionChoiceSkeleton() {
  return (
    <div role="status" aria-label="Loading the versions" className={layout}>
      <Skeleton className="h-16 w-full md:h-14" />
      <span className="hidden size-4 sm:block" />
      <Skeleton className="h-16 w-full md:h-14" />
    </div>
  )
}

/** The two versions that are compared, each of which can be another one. */
export function VersionChoice({ versions, before, after, onChoose }: VersionChoiceProps) {
  const options = versions.map((version) => ({ value: version.id, label: labelOf(version) }))
  return (
    <div className={layout}>
      <Select
        label="From"
        options={options}
        value={before}
        onChange={({ target }) => onChoose({ before: target.value, after })}
      />
      <ArrowRight aria-hidden="true" className="mb-2.5 hidden size-4 text-tertiary sm:block md:mb-2" />
      <Select
        label="To"
        options={options}
        value={after}
        onChange={({ target }) => onChoose({ before, after: target.value })}
      />
    </div>
  )
}

function labelOf(version: DocumentVersion): string {
  const word = version.isActive ? 'current' : versionWord(version).toLowerCase()
  return `Version ${version.version} (${word})`
}
