import { Avatar } from '@portal/ui/avatar'
import { Drawing, Panel, PanelHead } from './drawing.tsx'

const entries = [
  {
    who: 'Jonas Weber',
    did: 'approved version 4',
    note: '“Matches the new schedule.”',
    at: '12 Mar 2026, 10:41',
  },
  { who: 'Priya Nair', did: 'approved version 4', note: '', at: '11 Mar 2026, 16:02' },
  { who: 'Mariam الأنصاري', did: 'submitted version 4 for approval', note: '', at: '10 Mar 2026, 09:15' },
  { who: 'Mariam الأنصاري', did: 'uploaded breach-response-v4.docx', note: '', at: '10 Mar 2026, 09:14' },
]

/** The record of one document. */
export function Activity() {
  return (
    <Drawing label="An activity list with four entries: two approvals, a submission and an upload.">
      <Panel>
        <PanelHead
          title="Breach Response Policy, activity"
          aside={<span className="text-12 text-tertiary">Newest first</span>}
        />
        <ul>
          {entries.map(({ who, did, note, at }) => (
            <li
              key={at}
              className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5 border-default px-3.5 py-2 text-13/4.5 not-first:border-t sm:flex-nowrap"
            >
              <Avatar person={{ firstName: who }} />
              <span className="min-w-0 flex-1 basis-[calc(100%-40px)] sm:basis-0 sm:truncate">
                <bdi className="font-semibold">{who}</bdi> {did} <span className="text-tertiary">{note}</span>
              </span>
              <span className="ml-9.5 text-12 text-tertiary sm:ml-0">{at}</span>
            </li>
          ))}
        </ul>
      </Panel>
    </Drawing>
  )
}
