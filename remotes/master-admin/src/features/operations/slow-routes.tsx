import type { OperatedPart } from '@portal/contracts/operations'
import { counted } from '@portal/ui/counted'
import { durationText, rowClass, Section } from './section.tsx'

const shown = 10

/** The routes that take the longest, as the gateway sees them, streams of events aside. */
export function SlowRoutes({ parts }: { readonly parts: readonly OperatedPart[] }) {
  const gateway = parts.find(({ name }) => name === 'gateway')
  const routes = (gateway?.report?.routes ?? [])
    .filter(({ label }) => label !== 'GET /api/events')
    .toSorted((a, b) => b.p95Ms - a.p95Ms || b.maxMs - a.maxMs)
    .slice(0, shown)
  return (
    <Section
      title="Slowest routes"
      empty="Nothing has been asked for since the gateway started."
      rows={routes.map(({ label, count, failures, p50Ms, p95Ms, maxMs }) => (
        <li key={label} className={rowClass}>
          <code className="wrap-anywhere min-w-0 flex-1 basis-56 text-12">{label}</code>
          <span className="flex flex-wrap gap-x-4 text-secondary tabular-nums *:lg:w-32">
            <span>half within {durationText(p50Ms)}</span>
            <span>95% within {durationText(p95Ms)}</span>
            <span>at most {durationText(maxMs)}</span>
          </span>
          <span className="text-tertiary tabular-nums lg:w-32 lg:text-end">
            {counted(count, 'request')}
            {failures > 0 && `, ${failures} failed`}
          </span>
        </li>
      ))}
    />
  )
}
