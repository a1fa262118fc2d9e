import type { VersionText } from '@portal/contracts/versions'
import { Button } from '@portal/ui/button'
import { classNames } from '@portal/ui/class-names'
import { Skeleton, Unsettled } from '@portal/ui/skeleton'
import { useIsPrinting } from '@portal/ui/use-is-printing'
import { List } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { CommentingContext, useCommenting } from '../comments/commenting.ts'
import { CommentsButton } from '../comments/comments-button.tsx'
import { CommentsPanel, useHasCommentsColumn } from '../comments/comments-panel.tsx'
import { SelectionComment } from '../comments/selection-comment.tsx'
import type { Mark, Span } from '../reading/spans.ts'
import { useVersions } from '../versions/queries.ts'
import { ContentsList, useSectionHere } from './contents-list.tsx'
import { FindField } from './find-field.tsx'
import { useReadFile, type VersionRef } from './queries.ts'
import { type ReadingView, useReadingAddress } from './reading-address.ts'
import { headingId, TextView } from './text-view.tsx'
import { useFind } from './use-find.ts'
import { VersionTimeline } from './version-timeline.tsx'

const PdfView = lazy(async () => ({ default: (await import('../pages/pdf-view.tsx')).PdfView }))

interface ReaderProps {
  readonly version: VersionRef
  /** Null while, or because, there is no text: then only pages can be shown. */
  readonly source: VersionText | null
  readonly isPdf: boolean
  /** Whether `source` is still to come. */
  readonly isLoadingText: boolean
  /** Why there is no text, in place of it. */
  readonly withoutText: ReactNode
}

/** A version to read: contents, find, and the text or the pages with what is marked in them. */
export function Reader({ version, source, isPdf, isLoadingText, withoutText }: ReaderProps) {
  const address = useReadingAddress()
  const find = useFind(source ?? undefined)
  const [target, setTarget] = useState<Span | null>(address.cited)
  const view: ReadingView = isPdf && (address.view ?? 'pages') === 'pages' ? 'pages' : 'text'
  const { matches, here, steps } = find
  // `steps`, so that a further step to the only match scrolls to it again.
  useEffect(() => {
    const match = here === null ? undefined : matches[here]
    if (match) setTarget({ ...match })
  }, [matches, here, steps])
  const commenting = useReaderComments(version, source)
  const hasCommentsColumn = useHasCommentsColumn()
  const marks = useMarks(source, address.cited, find)
  const textMarks = useMemo(
    () => [...commenting.open.map(({ start, end }): Mark => ({ start, end, kind: 'commented' })), ...marks],
    [commenting.open, marks],
  )
  const readFile = useReadFile(version)
  const showThread = useCallback(({ start, end }: Span) => setTarget({ start, end }), [])
  const sections = source?.sections ?? []
  const side = useSide(version, { hasContents: sections.length > 1, isLoadingText })
  const sectionHere = useSectionHere(sections, view === 'text' && sections.length > 0)
  const open = (section: VersionText['sections'][number]) => {
    setTarget({ start: section.start, end: section.start + section.title.length })
    // Once the text around it is drawn.
    requestAnimationFrame(() =>
      document.getElementById(headingId(section.start))?.focus({ preventScroll: true }),
    )
  }
  const isPrinting = useIsPrinting()
  const contents = <ContentsList sections={sections} here={sectionHere} onOpen={open} />
  return (
    <CommentingContext value={view === 'text' ? commenting.passageActs : null}>
      <div
        data-in-order
        className={classNames(
          'grid grid-cols-1 gap-x-8 gap-y-4 print:block',
          columns[side === 'none' ? 'alone' : 'beside'][
            commenting.isShown && hasCommentsColumn ? 'commented' : 'read'
          ],
        )}
      >
        <div
          data-in-order
          className="flex min-w-0 flex-col gap-6 empty:hidden print:hidden @min-[50rem]:sticky @min-[50rem]:top-[calc(var(--topbar-height)+1rem)] @min-[50rem]:max-h-[calc(100dvh-var(--topbar-height)-2rem)] @min-[50rem]:self-start @min-[50rem]:overflow-y-auto"
        >
          {/* With the text come contents above the versions, tools, and the column of comments. */}
          {(side === 'unknown' || isLoadingText) && <Unsettled />}
          {sections.length > 1 && <Contents>{contents}</Contents>}
          <VersionTimeline documentId={version.id} versionId={version.versionId} />
        </div>
        <div className="min-w-0">
          <div className="sticky print:hidden top-topbar z-(--z-sticky) -mx-1 flex flex-wrap items-center gap-2 border-subtle border-b bg-canvas px-1 py-2">
            {isPdf && <ViewSwitch view={view} onChange={address.setView} />}
            {source && <FindField find={find} />}
            <CommentsButton commenting={commenting} />
          </div>
          {/* Another element for the text: with it come contents and tools, which take room above it. */}
          <div key={source ? 'read' : 'loading'} className="pt-4 pb-10">
            {view === 'pages' && isPrinting && source && <PrintedText source={source} marks={textMarks} />}
            {view === 'pages' ? (
              <div className="print:hidden">
                <Suspense fallback={<Skeleton className="mx-auto aspect-[1/1.414] w-full max-w-prose" />}>
                  <PdfView
                    fileKey={`${version.id}/${version.versionId}`}
                    readFile={readFile}
                    source={source}
                    marks={marks}
                    target={target}
                    firstPage={address.page ?? 1}
                    onPage={address.setPage}
                    onShowText={() => address.setView('text')}
                  />
                </Suspense>
              </div>
            ) : source ? (
              <article
                aria-label={`Text of ${source.title}`}
                className="@container rounded-card border border-default bg-panel px-4 py-6 md:px-8 print:border-0 print:p-0"
              >
                <TextView source={source} marks={textMarks} target={target} />
              </article>
            ) : (
              withoutText
            )}
          </div>
        </div>
        <CommentsPanel
          commenting={commenting}
          onShow={showThread}
          note={view === 'pages' && <CommentInText onShowText={() => address.setView('text')} />}
        />
        <SelectionComment />
      </div>
    </CommentingContext>
  )
}

/** Pages are drawn as they come into view; on paper their text is whole. */
function PrintedText({ source, marks }: { readonly source: VersionText; readonly marks: readonly Mark[] }) {
  return (
    <article aria-label={`Text of ${source.title}`}>
      <TextView source={source} marks={marks} target={null} />
    </article>
  )
}

const columns = {
  alone: {
    read: '@min-[50rem]:mx-auto @min-[50rem]:w-full @min-[50rem]:max-w-[56rem]',
    commented: '@min-[50rem]:grid-cols-[minmax(0,1fr)_21rem]',
  },
  beside: {
    read: '@min-[50rem]:grid-cols-[15rem_minmax(0,1fr)]',
    commented: '@min-[50rem]:grid-cols-[12rem_minmax(0,1fr)_21rem]',
  },
}

/**
 * Whether there is anything to show beside the text: its contents, or other versions. A file
 * without text may have neither.
 */
function useSide(
  { id }: VersionRef,
  { hasContents, isLoadingText }: { readonly hasContents: boolean; readonly isLoadingText: boolean },
): 'some' | 'none' | 'unknown' {
  const versions = useVersions(id)
  if (hasContents || isLoadingText || (versions.data?.length ?? 0) > 1) return 'some'
  return versions.isPending ? 'unknown' : 'none'
}

/** The comments of the version on show, whose whole text the page has. */
function useReaderComments({ id: documentId, versionId }: VersionRef, source: VersionText | null) {
  const quoteOf = useCallback(({ start, end }: Span) => source?.text.slice(start, end) ?? null, [source])
  const mayComment = source?.mayComment === true
  return useCommenting({ version: { documentId, versionId }, mayComment, quoteOf })
}

function CommentInText({ onShowText }: { readonly onShowText: () => void }) {
  return (
    <p className="flex flex-wrap items-center gap-2 text-13 text-secondary">
      Passages are commented on in the text.
      <Button size="sm" onClick={onShowText}>
        Show the text
      </Button>
    </p>
  )
}

/** What is marked: the passage of the address, and what is found. */
function useMarks(source: VersionText | null, cited: Span | null, find: ReturnType<typeof useFind>) {
  const { matches, here } = find
  const length = source?.text.length ?? 0
  const [start, end] = [cited?.start ?? 0, Math.min(cited?.end ?? 0, length)]
  return useMemo((): Mark[] => {
    const passage: Mark[] = end > start ? [{ start, end, kind: 'cited' }] : []
    const found = matches.map((span, at): Mark => ({ ...span, kind: at === here ? 'here' : 'found' }))
    return [...passage, ...found]
  }, [start, end, matches, here])
}

function Contents({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <nav aria-label="Contents">
      <p className="mb-2 hidden pl-2.5 font-semibold text-13 @min-[50rem]:block">Contents</p>
      <Button className="@min-[50rem]:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <List aria-hidden="true" className="size-4" />
        Contents
      </Button>
      <div className={isOpen ? 'mt-2' : 'hidden @min-[50rem]:block'}>{children}</div>
    </nav>
  )
}

interface ViewSwitchProps {
  readonly view: ReadingView
  readonly onChange: (view: ReadingView) => void
}

const views = [
  { value: 'pages', label: 'Pages' },
  { value: 'text', label: 'Text' },
] as const

function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  return (
    <fieldset className="flex shrink-0 gap-0.5 rounded-control border border-default bg-sunken p-0.5">
      <legend className="sr-only">Show as</legend>
      {views.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={view === value}
          onClick={() => onChange(value)}
          className="rounded-[4px] px-2.5 py-1 font-medium text-13 text-secondary hover:text-primary aria-pressed:bg-panel aria-pressed:text-primary aria-pressed:shadow-xs"
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
