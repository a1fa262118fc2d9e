import type { Document } from '@portal/contracts/documents'
import { documentsApi } from '@portal/contracts/documents'
import { useCan } from '@portal/remote-kit/session'
import { Button } from '@portal/ui/button'
import { PackageCheck } from 'lucide-react'
import { useState } from 'react'
import { EvidencePackDialog } from './evidence-pack-dialog.tsx'

interface EvidencePackButtonProps {
  /** Absent: all documents. */
  readonly document?: Pick<Document, 'id' | 'title'>
}

/** For those who may make evidence packs. */
export function EvidencePackButton({ document }: EvidencePackButtonProps) {
  const canCreate = useCan(documentsApi.createEvidencePack)
  const [isOpen, setOpen] = useState(false)
  if (!canCreate) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <PackageCheck aria-hidden="true" className="size-4" />
        Evidence pack
      </Button>
      {isOpen && <EvidencePackDialog document={document ?? null} onClose={() => setOpen(false)} />}
    </>
  )
}
