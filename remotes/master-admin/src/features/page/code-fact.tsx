import { CopyButton } from '@portal/ui/copy-button'

/** A code with its name, to be read and to be copied. */
export function CodeFact(props: {
  readonly label: string
  readonly value: string
  readonly copyLabel: string
}) {
  const { label, value, copyLabel } = props
  return (
    <div className="flex min-w-0 items-center gap-1.5">
      <dt className="shrink-0 text-12 text-tertiary">{label}</dt>
      <dd className="flex min-w-0 items-center gap-0.5">
        <code className="min-w-0 truncate font-mono text-12" title={value}>
          {value}
        </code>
        <CopyButton value={value} label={copyLabel} />
      </dd>
    </div>
  )
}
