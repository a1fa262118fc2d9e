import { Badge, type BadgeTone } from '@portal/ui/badge'
import { classNames } from '@portal/ui/class-names'
import { Drawing, Panel } from './drawing.tsx'

const versions: readonly { name: string; status: string; tone: BadgeTone; note: string }[] = [
  {
    name: 'Version 4',
    status: 'Current Version',
    tone: 'success',
    note: 'Approved 12 Mar 2026 by Jonas Weber',
  },
  { name: 'Version 3', status: 'Approved', tone: 'neutral', note: 'Replaced 12 Mar 2026' },
  {
    name: 'Version 2',
    status: 'Rejected',
    tone: 'danger',
    note: '“Section 5 contradicts the works agreement.”',
  },
  { name: 'Version 1', status: 'Approved', tone: 'neutral', note: 'Approved 9 Jan 2025 by Priya Nair' },
]

/** The versions of one document, newest first. */
export function VersionTimeline() {
  return (
    <Drawing label="A timeline of four versions; version 4 is the current version.">
      <Panel className="rounded-b-none border-b-0">
        <ul>
          {versions.map(({ name, status, tone, note }, index) => (
            <li
              key={name}
              className="grid grid-cols-[10px_1fr_auto] items-center gap-x-3 gap-y-0.5 border-default px-3.5 py-2.5 text-13/4.5 not-first:border-t"
            >
              <span
                className={classNames(
                  'size-2.5 rounded-pill border-2',
                  index === 0 ? 'border-accent bg-accent' : 'border-strong',
                )}
              />
              <span className={index === 0 ? 'font-semibold' : 'font-medium'}>{name}</span>
              <Badge tone={tone}>{status}</Badge>
              <span className="col-start-2 col-end-4 text-12 text-tertiary">{note}</span>
            </li>
          ))}
        </ul>
      </Panel>
    </Drawing>
  )
}
