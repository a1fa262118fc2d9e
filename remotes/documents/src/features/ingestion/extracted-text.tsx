import type { VersionText } from '@portal/contracts/versions'
import { Link } from '@portal/remote-kit/link'
import { useParams } from '@portal/remote-kit/navigation'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { Button, buttonClass } from '@portal/ui/button'
import { CheckboxField } from '@portal/ui/checkbox-field'
import { EmptyState } from '@portal/ui/empty-state'
import { Skeleton } from '@portal/ui/skeleton'
import { FileDown, FileQuestion } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { hasPages, isGone, useReadFile, useSaveOriginal, useVersionText } from '../document/queries.ts'
import { type PageOfText, pagesOfText } from './pages-of-text.ts'
import { TextOfPage } from './text-of-page.tsx'

const ComparedPages = lazy(async () => ({
  default: (await import('./compared-pages.tsx')).ComparedPages,
}))

/** What was read of a version's file, beside the file. */
export function ExtractedText() {
  const { id = '', versionId = '' } = useParams()
  const text = useVersionText({ id, versionId }, true)
  // What was read before a deletion or a restriction stays in the cache.
  const source = isGone(text.error) ? undefined : text.data
  return (
    <>
      <header className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-80">
          <Link to="/documents/ingestion" className="text-13 text-accent-text hover:underline">
            Ingestion health
          </Link>
          <h1 className="mt-1 break-words font-semibold text-20" dir="auto">
            {source?.title ?? 'Extracted text'}
          </h1>
          {source && <Facts source={source} />}
        </div>
        {source && <SaveOriginal source={source} />}
      </header>
      {source ? (
        <Comparison source={source} />
      ) : isGone(text.error) ? (
        <EmptyState
          icon={<FileQuestion />}
          title="There is no text to compare"
          description="This file has not been read, could not be read, or is not open to you."
          action={
            <Link to="/documents/ingestion" className={buttonClass()}>
              Go to ingestion health
            </Link>
          }
        />
      ) : text.error ? (
        <ReadFailure title="The text could not be loaded" query={text} />
      ) : (
        <div role="status" aria-label="Loading the text">
          <Skeleton className="h-96 w-full rounded-card" />
        </div>
      )}
    </>
  )
}

function Facts({ source }: { readonly source: VersionText }) {
  const { customId, version, fileName, parser, documentId, versionId } = source
  return (
    <p className="mt-1 text-13 text-secondary [overflow-wrap:anywhere]">
      <Link to={`/documents/${documentId}?version=${versionId}`} className="text-accent-text underline">
        <bdi>{customId}</bdi>, version {version}
      </Link>
      : <bdi>{fileName}</bdi>
      {parser !== undefined && `, read by ${parser}`}
    </p>
  )
}

function SaveOriginal({ source }: { readonly source: VersionText }) {
  const { documentId: id, versionId, fileName } = source
  const save = useSaveOriginal({ id, versionId }, fileName)
  return (
    <Button busy={save.isPending} onClick={() => save.mutate()}>
      {!save.isPending && <FileDown aria-hidden="true" className="size-4" />}
      Original file
    </Button>
  )
}

function Comparison({ source }: { readonly source: VersionText }) {
  const { documentId: id, versionId, unreadPages = [] } = source
  const readFile = useReadFile({ id, versionId })
  const [isNarrowed, setNarrowed] = useState(unreadPages.length > 0)
  const unread = new Set(unreadPages)
  const isShown = ({ page }: Pick<PageOfText, 'page'>) => !isNarrowed || unread.has(page)
  return (
    <div className="flex flex-col gap-4">
      {unreadPages.length > 0 && (
        <CheckboxField
          label={`Only the pages that could not be read in full (${unreadPages.length})`}
          checked={isNarrowed}
          onCheckedChange={setNarrowed}
        />
      )}
      {hasPages(source) ? (
        <Suspense fallback={<Skeleton className="h-96 w-full rounded-card" />}>
          <ComparedPages
            fileKey={`${id}/${versionId}`}
            readFile={readFile}
            texts={pagesOfText(source)}
            unread={unread}
            isShown={isShown}
          />
        </Suspense>
      ) : (
        <>
          <p className="text-13 text-secondary">
            A file of this type cannot be shown here; save the original and open it beside this text.
          </p>
          <TextOfPage text={source.text} label="Extracted text" />
        </>
      )}
    </div>
  )
}
