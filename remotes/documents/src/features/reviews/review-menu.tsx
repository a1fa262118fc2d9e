import { type Document, documentsApi } from '@portal/contracts/documents'
import { ConfirmAct } from '@portal/remote-kit/confirm-act'
import { useCan } from '@portal/remote-kit/session'
import { Button } from '@portal/ui/button'
import { DropdownMenu, DropdownMenuItem } from '@portal/ui/dropdown-menu'
import { CalendarCheck, CalendarCog, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useWritesVersions } from '../versions/queries.ts'
import { DatesDialog } from './dates-dialog.tsx'

/** What the owner and stewards do about a document's review. */
export function ReviewMenu({ document }: { readonly document: Document }) {
  const mayRecertify = useWritesVersions(document) && document.currentVersion !== null
  const mayChange = useCan(documentsApi.changeDocument)
  const [open, setOpen] = useState<'recertify' | 'dates' | null>(null)
  if (!(mayRecertify || mayChange)) return null
  const onClose = () => setOpen(null)
  return (
    <>
      <DropdownMenu
        trigger={
          <Button>
            <CalendarCheck aria-hidden="true" className="size-4" />
            Review
            <ChevronDown aria-hidden="true" className="size-3.5" />
          </Button>
        }
      >
        {mayRecertify && (
          <DropdownMenuItem onSelect={() => setOpen('recertify')}>
            <CalendarCheck aria-hidden="true" />
            Recertify...
          </DropdownMenuItem>
        )}
        {mayChange && (
          <DropdownMenuItem onSelect={() => setOpen('dates')}>
            <CalendarCog aria-hidden="true" />
            Change dates...
          </DropdownMenuItem>
        )}
      </DropdownMenu>
      {open === 'recertify' && (
        <ConfirmAct
          destructive={false}
          route={documentsApi.recertifyDocument}
          input={{ params: { id: document.id } }}
          refreshes={[documentsApi.listDocuments.path]}
          success="Document recertified"
          failure="Failed to recertify the document"
          onClose={onClose}
          title="Recertify document"
          question={
            <>
              Do you confirm that version {document.currentVersion?.version} of "<bdi>{document.title}</bdi>"
              still holds without a change? The next review follows its cycle.
            </>
          }
          confirmLabel="Recertify"
        />
      )}
      {open === 'dates' && <DatesDialog document={document} onClose={onClose} />}
    </>
  )
}
