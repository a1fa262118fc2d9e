import type { Document } from '@portal/contracts/documents'
import { documentsApi } from '@portal/contracts/documents'
import { useCan } from '@portal/remote-kit/session'
import { useOpenedByAddress } from '@portal/remote-kit/use-opened-by-address'
import { Button } from '@portal/ui/button'
import { PackageCheck } from 'lucide-react'
import { useState } from 'react'
import { EvidencePackDialog } from './evidence-pack-dialog.tsx'

interface EvidencePackButtonProps {
  /** Absent: all documents. */
  readonly document?: Pick<Document, 'id' | 'title'>
  /** Whether there is a button; absent: there is. An address opens the dialog in any case. */
  readonly isOffered?: boolean
}

/** For those who may make evidence packs. */
export function EvidencePackButton({ document, isOffered = true }: EvidencePackButtonProps) {
  const canCreate = useCan(documentsApi.createEvidencePack)
  const [isOpen, setOpen] = useState(false)
  useOpenedByAddress('evidence-pack', () => setOpen(true))
  if (!canCreate) return null
  return (
    <>
      {isOffered && (
        <Button onClick={() => setOpen(true)}>
          <PackageCheck aria-hidden="true" className="size-4" />
          Evidence pack
        </Button>
      )}
      {isOpen && <EvidencePackDialog document={document ?? null} onClose={() => setOpen(false)} />}
    </>
  )
}
