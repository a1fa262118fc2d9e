import { documentsApi } from '@portal/contracts/documents'
import { useCan } from '@portal/remote-kit/session'
import { counted } from '@portal/ui/counted'
import { Library } from '../features/library/library.tsx'
import { useDocuments } from '../features/library/queries.ts'
import { UploadCard } from '../features/upload/upload-card.tsx'

/** The document library: upload for those who may, then what there is. */
export function Screen() {
  const canUpload = useCan(documentsApi.uploadDocument)
  const count = useDocuments().data?.length ?? 0
  return (
    <div className="mx-auto flex w-full max-w-content flex-col gap-6 px-gutter py-6 md:py-8">
      <header>
        <h1 className="font-semibold text-20">Document Library</h1>
        <p className="mt-1 text-13 text-secondary">
          {count > 0 && `${counted(count, 'document')}. `}
          The assistant reads the current approved version of each active document.
        </p>
      </header>
      {canUpload && <UploadCard />}
      <Library />
    </div>
  )
}
