import { documentsApi } from '@portal/contracts/documents'
import { passageAddress } from '@portal/contracts/passage-location'
import { type FoundPassage, searchTextMax } from '@portal/contracts/search'
import { dottedCells } from '@portal/remote-kit/dotted-cells'
import { Link } from '@portal/remote-kit/link'
import { markWords, snippetOf, type TextPart } from '@portal/remote-kit/mark-words'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { Button } from '@portal/ui/button'
import { counted } from '@portal/ui/counted'
import { Skeleton } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'
import { useState } from 'react'

/** What was found in one document. */
interface FoundDocument {
  readonly documentId: string
  readonly title: string
  readonly customId: string
  readonly passages: readonly FoundPassage[]
}

/** Passages by document; documents in the order of their best passage. */
function groupPassages(passages: readonly FoundPassage[]): FoundDocument[] {
  const groups = new Map<string, FoundDocument & { passages: FoundPassage[] }>()
  for (const passage of passages) {
    const { documentId, title, customId } = passage
    const group = groups.get(documentId)
    if (group) group.passages.push(passage)
    else groups.set(documentId, { documentId, title, customId, passages: [passage] })
  }
  return [...groups.values()]
}

/** Fewer signs than this are the beginning of a title, not a search. */
const signsMin = 3
const passagesWanted = 30
const shownAtFirst = 3
/** What has none of the words is less and less about them. */
const nearestMax = 5

export interface FoundPassagesProps {
  readonly text: string
  readonly department: number | null
}

/** What the documents themselves say on a text, by document; nothing for a text too short. */
export function FoundPassages({ text, department }: FoundPassagesProps) {
  const searched = text.trim().slice(0, searchTextMax)
  const isEnabled = searched.length >= signsMin
  const query = { q: searched, limit: passagesWanted, ...(department === null ? {} : { department }) }
  const search = useRouteQuery(documentsApi.searchPassages, { query }, { isEnabled })
  if (!isEnabled) return null
  const found = search.data?.passages ?? []
  const hasWords = found.some(({ text: of }) => markWords(of, searched).some(({ isMarked }) => isMarked))
  const documents = groupPassages(hasWords ? found : found.slice(0, nearestMax))
  return (
    <section aria-labelledby="found-passages" className="flex flex-col gap-3">
      <header className="flex flex-wrap items-baseline gap-x-3">
        <h2 id="found-passages" className="font-semibold text-16">
          Inside the documents
        </h2>
        <p role="status" className="text-13 text-secondary">
          {search.data && summaryOf(documents, hasWords)}
        </p>
      </header>
      <ReadFailure title="The documents could not be searched" query={search} />
      {search.isPending && <PassagesSkeleton />}
      {documents.map((document) => (
        <DocumentPassages
          key={`${document.documentId} ${searched}`}
          document={document}
          searched={searched}
        />
      ))}
    </section>
  )
}

function summaryOf(documents: readonly FoundDocument[], hasWords: boolean): string {
  const passages = documents.flatMap((document) => document.passages)
  if (passages.length === 0) return 'No passage found.'
  const count = `${counted(passages.length, 'passage')} in ${counted(documents.length, 'document')}`
  return hasWords ? count : `No passage has these words. Nearest in meaning: ${count}`
}

function DocumentPassages(props: { readonly document: FoundDocument; readonly searched: string }) {
  const { document, searched } = props
  const [isWhole, setWhole] = useState(false)
  const { passages, title, customId, documentId } = document
  const shown = isWhole ? passages : passages.slice(0, shownAtFirst)
  const rest = passages.length - shown.length
  return (
    <article aria-label={title} className="rounded-card border border-default bg-panel">
      <header className="flex flex-wrap items-baseline gap-x-3 px-4 pt-3 pb-1">
        <h3 className="min-w-0 font-semibold text-14" dir="auto">
          <Link to={`/documents/${documentId}`} className="hover:underline">
            {title}
          </Link>
        </h3>
        <p className="text-12 text-tertiary">
          ID <bdi>{customId}</bdi>
        </p>
      </header>
      <ul aria-label={`Passages of ${title}`} className="list-none divide-y divide-subtle">
        {shown.map((passage) => (
          <li key={passage.id}>
            <Passage passage={passage} searched={searched} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <div className="border-subtle border-t px-2 py-1">
          <Button size="sm" variant="ghost" onClick={() => setWhole(true)}>
            {counted(rest, 'more passage')} of this document
          </Button>
        </div>
      )}
    </article>
  )
}

function Passage(props: { readonly passage: FoundPassage; readonly searched: string }) {
  const { passage, searched } = props
  const { page, headingPath } = passage
  const location = [...headingPath, ...(page === null ? [] : [`page ${page}`])].join(' › ')
  return (
    <Link
      to={passageAddress(passage)}
      className="block px-4 py-2.5 hover:bg-hover focus-visible:-outline-offset-2"
    >
      {location !== '' && (
        <span className="mb-0.5 block truncate text-12 text-tertiary" dir="auto">
          {location}
        </span>
      )}
      <span className="block whitespace-pre-line text-13 [overflow-wrap:anywhere]" dir="auto">
        <MarkedText parts={snippetOf(markWords(linesOf(passage.text), searched))} />
      </span>
    </Link>
  )
}

/** Paragraphs and rows of tables on lines of their own, without empty ones between them. */
const linesOf = (text: string) => dottedCells(text).replace(/\s*\n\s*/gu, '\n')

/** The parts of a text never change places, so that their places are their keys. */
function MarkedText({ parts }: { readonly parts: readonly TextPart[] }) {
  return parts.map(({ text, isMarked }, at) => {
    const key = `${at}`
    return isMarked ? (
      <mark key={key} className="bg-mark text-mark">
        {text}
      </mark>
    ) : (
      <span key={key}>{text}</span>
    )
  })
}

function PassagesSkeleton() {
  return (
    <SkeletonList label="Searching the documents" count={2} className="flex flex-col gap-3">
      <div className="flex flex-col gap-2 rounded-card border border-default bg-panel p-4">
        <Skeleton className="h-4 w-1/3" />
        <Skeleton className="h-3 w-1/4" />
        <Skeleton className="h-4 w-full" />
      </div>
    </SkeletonList>
  )
}
