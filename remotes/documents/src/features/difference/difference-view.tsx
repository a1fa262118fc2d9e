import type { VersionDifference } from '@portal/contracts/difference'
import { SaveLink } from '@portal/remote-kit/save-link'
import { Button } from '@portal/ui/button'
import { classNames } from '@portal/ui/class-names'
import { EmptyState } from '@portal/ui/empty-state'
import { Download, Equal } from 'lucide-react'
import { useRef } from 'react'
import { AnswerChanges } from '../answers/answer-changes.tsx'
import { DecisionCard } from '../approvals/decision-card.tsx'
import { CommentingContext, useCommenting } from '../comments/commenting.ts'
import { CommentsButton } from '../comments/comments-button.tsx'
import { CommentsPanel } from '../comments/comments-panel.tsx'
import { usePassageTexts } from '../comments/passage-texts.ts'
import { SelectionComment } from '../comments/selection-comment.tsx'
import { stopCount, summaryText } from './change-words.ts'
import { ChangedSections } from './changed-sections.tsx'
import { DifferenceRowItem, type DifferenceView as View } from './difference-row.tsx'
import { DifferenceToolbar } from './difference-toolbar.tsx'
import { exportOf, type VersionPair } from './queries.ts'
import { UnchangedRun } from './unchanged-run.tsx'
import { positionText, useChangeSteps } from './use-change-steps.ts'

export interface DifferenceViewProps {
  readonly pair: VersionPair
  /** The parts that were read, the first one first. */
  readonly parts: readonly [VersionDifference, ...VersionDifference[]]
  readonly readOn: (() => Promise<unknown>) | null
  readonly isReading: boolean
  readonly view: View
  readonly onViewChange: (view: View) => void
}

/** The difference of two versions with its overview. */
export function DifferenceView(props: DifferenceViewProps) {
  const { pair, parts, readOn, isReading, view, onViewChange } = props
  const [{ title, customId, summary, sections, before, after }] = parts
  const rows = parts.flatMap((part) => part.rows)
  const section = useRef<HTMLElement>(null)
  const steps = useChangeSteps({ rows, readOn }, section)
  const total = stopCount(summary)
  const isSame = total === 0 && summary.renumbered === 0
  const isReviewed = after.mayComment === true && after.status === 'pending_approval'
  const commenting = useCommenting({
    version: { documentId: pair.documentId, versionId: pair.after },
    mayComment: after.mayComment === true,
    ...usePassageTexts(),
  })
  return (
    <CommentingContext value={commenting.passageActs}>
      <div
        className={classNames(
          'grid items-start gap-6',
          columns[isReviewed || commenting.isShown ? 'wide' : 'narrow'],
        )}
      >
        <div className="flex min-w-0 flex-col gap-6">
          {isReviewed && <AnswerChanges version={{ documentId: pair.documentId, versionId: pair.after }} />}
          <section
            ref={section}
            aria-labelledby="difference-heading"
            className="@container min-w-0 rounded-card border border-default bg-panel"
          >
            <header className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-3">
              <p dir="auto" className="w-full text-13 text-secondary">
                {customId}: {title}
              </p>
              <h2 id="difference-heading" className="font-semibold text-14">
                Version {before.version} to version {after.version}
              </h2>
              <p className="text-13 text-secondary" role="status">
                {summaryText(summary)}
              </p>
              <span className="ml-auto flex flex-wrap gap-2">
                <CommentsButton commenting={commenting} />
                {(['pdf', 'html'] as const).map((format) => (
                  <SaveLink
                    key={format}
                    size="sm"
                    file={exportOf(pair, format)}
                    icon={<Download aria-hidden="true" className="size-3.5" />}
                  >
                    Save as {format.toUpperCase()}
                  </SaveLink>
                ))}
              </span>
            </header>
            {isSame ? (
              <EmptyState
                icon={<Equal />}
                title="Both versions say the same"
                description="White space, line breaks and the like do not count as changes."
              />
            ) : (
              <DifferenceToolbar
                {...{ view, onViewChange }}
                position={positionText(rows, { ...steps, total })}
                isFirst={steps.isFirst}
                isLast={steps.isLast}
                onStep={steps.step}
              />
            )}
            <ol aria-label="Lines">
              {rows.map((row) =>
                row.kind === 'unchanged' ? (
                  <UnchangedRun key={row.index} pair={pair} run={row} view={view} />
                ) : (
                  <DifferenceRowItem
                    key={row.index}
                    row={row}
                    view={view}
                    isCurrent={steps.current === row.index}
                    onGoTo={steps.goTo}
                  />
                ),
              )}
            </ol>
            {readOn && (
              <footer className="border-default border-t p-3 text-center">
                <Button busy={isReading} onClick={() => void readOn()}>
                  Show more changes
                </Button>
              </footer>
            )}
          </section>
        </div>
        <div className="flex min-w-0 flex-col gap-6 self-stretch print:hidden">
          <DecisionCard key={pair.after} versionId={pair.after} isUnderApproval={isReviewed} />
          <CommentsPanel commenting={commenting} onShow={showPassage} />
          <ChangedSections sections={sections} onGoTo={steps.goTo} />
        </div>
        <SelectionComment />
      </div>
    </CommentingContext>
  )
}

/** Of the page's width, not the window's: beside a sidebar there is less. */
const columns = {
  narrow: '@min-[57rem]:grid-cols-[minmax(0,1fr)_15rem]',
  wide: '@min-[57rem]:grid-cols-[minmax(0,1fr)_19rem]',
}

/** Brings the line of a thread into view, if it is among those that were read. */
function showPassage({ start }: { readonly start: number }) {
  const lines = [...document.querySelectorAll<HTMLElement>('[data-passage]')]
  const line = lines.findLast((each) => Number.parseInt(each.getAttribute('data-passage') ?? '', 10) <= start)
  line?.scrollIntoView({ block: 'center' })
}
