import { type Document, documentsApi } from '@portal/contracts/documents'
import { useCan } from '@portal/remote-kit/session'
import { Button } from '@portal/ui/button'
import { classNames } from '@portal/ui/class-names'
import { DropdownMenu, DropdownMenuItem } from '@portal/ui/dropdown-menu'
import { Download, Eye, MoreHorizontal, Power, Trash2, UserRound } from 'lucide-react'
import { saveSummary } from './save-summary.ts'

/** What is done with a document in a dialog, or at once. */
export type DocumentAct = 'details' | 'delete' | 'visibility' | 'activity' | 'owner'

export interface DocumentActsProps {
  readonly document: Document
  /** The element that names the document. */
  readonly titleId: string
  readonly onAct: (act: DocumentAct) => void
  /** In a row with little room: all but the menu lie over its end while hovered or focused. */
  readonly isCompact?: boolean
  readonly className?: string
}

/** Seen on hover and focus; where nothing hovers, always. */
const quiet =
  'pointer-fine:opacity-0 transition-opacity focus-visible:opacity-100 group-hover/row:opacity-100 group-focus-within/row:opacity-100'

/** Words alone fit beside the menu in the narrowest windows. */
const narrow = 'size-3.5 max-[22rem]:hidden'

/** Over the end of a table's row; `contents` elsewhere, and where nothing hovers. */
const overlay =
  'contents @table:pointer-fine:absolute @table:pointer-fine:inset-y-0 @table:pointer-fine:right-14 @table:pointer-fine:flex @table:pointer-fine:items-center @table:pointer-fine:gap-2 @table:pointer-fine:bg-hover @table:pointer-fine:pl-6 @table:pointer-fine:opacity-0 @table:pointer-fine:group-focus-within/row:opacity-100 @table:pointer-fine:group-hover/row:opacity-100'

/** The acts on a document. Deleting is quiet until the document is hovered or focused. */
export function DocumentActs(props: DocumentActsProps) {
  const { document, titleId, onAct, isCompact = false, className } = props
  const canDelete = useCan(documentsApi.deleteDocument)
  const canChange = useCan(documentsApi.changeDocument)
  return (
    <div className={classNames('flex flex-wrap items-center gap-1', className)}>
      <span className={isCompact ? overlay : 'contents'}>
        <Button size="sm" aria-describedby={titleId} onClick={() => onAct('details')}>
          View Details
        </Button>
        <Button
          size="sm"
          variant="ghost"
          aria-describedby={titleId}
          aria-label="Save/Download"
          title="Save these facts as a text file"
          onClick={() => saveSummary(document)}
        >
          <Download className={narrow} />
          Save
        </Button>
        {canDelete && (
          <Button
            size="sm"
            variant="ghost"
            className={classNames('ml-auto', quiet)}
            aria-describedby={titleId}
            onClick={() => onAct('delete')}
          >
            <Trash2 className={narrow} />
            Delete
          </Button>
        )}
      </span>
      {canChange && (
        <DropdownMenu
          trigger={
            <Button size="sm" square variant="ghost" aria-label="More actions" aria-describedby={titleId}>
              <MoreHorizontal className="size-4" />
            </Button>
          }
        >
          <DropdownMenuItem onSelect={() => onAct('activity')}>
            <Power aria-hidden="true" />
            {document.isActive ? 'Deactivate' : 'Activate'}
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => onAct('visibility')}>
            <Eye aria-hidden="true" />
            Who can see it...
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => onAct('owner')}>
            <UserRound aria-hidden="true" />
            Owner...
          </DropdownMenuItem>
        </DropdownMenu>
      )}
    </div>
  )
}
