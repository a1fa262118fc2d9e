import { Button } from '@portal/ui/button'
import { counted } from '@portal/ui/counted'
import { UnfoldVertical } from 'lucide-react'
import { DifferenceRowItem, type DifferenceView } from './difference-row.tsx'
import { useUnchangedRows, type VersionPair } from './queries.ts'

export interface UnchangedRunProps {
  readonly pair: VersionPair
  readonly run: { readonly index: number; readonly count: number }
  readonly view: DifferenceView
}

/** Unchanged lines, which are read when someone wants to see them. */
export function UnchangedRun({ pair, run, view }: UnchangedRunProps) {
  const { rows, rest, state, read } = useUnchangedRows(pair, run)
  return (
    <>
      {rows.map((row) =>
        row.kind === 'unchanged' ? null : (
          <DifferenceRowItem
            key={row.index}
            row={row}
            view={view}
            isCurrent={false}
            onGoTo={() => undefined}
          />
        ),
      )}
      {rest > 0 && (
        <li className="flex flex-wrap items-center gap-2 border-subtle border-b bg-sunken px-3 py-1 last:border-b-0">
          <Button variant="ghost" size="sm" busy={state === 'reading'} onClick={read}>
            <UnfoldVertical aria-hidden="true" className="size-3.5" />
            Show {counted(rest, 'unchanged line')}
          </Button>
          {state === 'failed' && (
            <span role="alert" className="text-12 text-danger-text">
              The lines could not be read. Please try again.
            </span>
          )}
        </li>
      )}
    </>
  )
}
