import { documentsApi } from '@portal/contracts/documents'
import { Link } from '@portal/remote-kit/link'
import { useCan } from '@portal/remote-kit/session'
import { useOpenedByAddress } from '@portal/remote-kit/use-opened-by-address'
import { Button } from '@portal/ui/button'
import { counted } from '@portal/ui/counted'
import { Skeleton } from '@portal/ui/skeleton'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { EvidencePackButton } from '../features/evidence/evidence-pack-button.tsx'
import { Library } from '../features/library/library.tsx'
import { useFirstDocuments } from '../features/library/use-found-documents.ts'
import { UploadCard } from '../features/upload/upload-card.tsx'

/** The document library: upload for those who may, then what there is. */
export function Screen() {
  const canUpload = useCan(documentsApi.uploadDocument)
  const canRestore = useCan(documentsApi.restoreDocument)
  const canSeeProblems = useCan(documentsApi.listIngestionProblems)
  const canSeeContradictions = useCan(documentsApi.listContradictions)
  const { data, isPending } = useFirstDocuments()
  const count = data?.pages[0]?.total
  const [isUploading, setUploading] = useUploadCard(count)
  useOpenedByAddress('upload', () => setUploading(true))
  return (
    <div data-in-order className="mx-auto flex w-full max-w-content flex-col gap-6 px-gutter py-6 md:py-8">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-80">
          <h1 className="font-semibold text-20">Document Library</h1>
          <p className="mt-1 text-13 text-secondary">
            {isPending && <Skeleton className="mr-1 inline-block w-22" />}
            {count !== undefined && count > 0 && `${counted(count, 'document')}. `}
            The assistant reads the current approved version of each active document.
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 empty:hidden">
          {(canSeeProblems || canSeeContradictions || canRestore) && (
            <nav aria-label="Care of the library" className="flex flex-wrap gap-x-4 gap-y-1 text-13">
              {canSeeProblems && (
                <Link to="/documents/ingestion" className="text-accent-text hover:underline">
                  Ingestion health
                </Link>
              )}
              {canSeeContradictions && (
                <Link to="/documents/contradictions" className="text-accent-text hover:underline">
                  Contradictions
                </Link>
              )}
              {canRestore && (
                <Link to="/documents/deleted" className="text-accent-text hover:underline">
                  Recently deleted
                </Link>
              )}
            </nav>
          )}
          <div className="flex flex-wrap gap-3 empty:hidden">
            <EvidencePackButton isOffered={count !== 0} />
            {canUpload && (
              <Button
                variant={isUploading ? 'secondary' : 'primary'}
                aria-expanded={isUploading}
                onClick={() => setUploading(!isUploading)}
              >
                <Upload className="size-4" />
                {isUploading ? 'Close upload' : 'Upload documents'}
              </Button>
            )}
          </div>
        </div>
      </header>
      {canUpload && isUploading && <UploadCard />}
      <Library />
    </div>
  )
}

/** Open in an empty library; once open it stays so while documents arrive. */
function useUploadCard(count: number | undefined) {
  const [isOpen, setOpen] = useState<boolean | null>(null)
  // In the same render as the count: later it would move what is below it.
  if (isOpen === null && count !== undefined) setOpen(count === 0)
  return [isOpen === true, setOpen] as const
}
