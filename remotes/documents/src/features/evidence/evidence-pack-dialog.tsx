import { auditApi } from '@portal/contracts/audit'
import { checkInput } from '@portal/contracts/check-input'
import { type Document, documentsApi } from '@portal/contracts/documents'
import { type EvidencePack, NewEvidencePack } from '@portal/contracts/evidence'
import { routeUrl } from '@portal/contracts/route'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { SaveLink } from '@portal/remote-kit/save-link'
import { Button } from '@portal/ui/button'
import { CopyButton } from '@portal/ui/copy-button'
import { counted } from '@portal/ui/counted'
import { Dialog } from '@portal/ui/dialog'
import { fileSizeText } from '@portal/ui/file-size'
import { FormDialog } from '@portal/ui/form-dialog'
import { Skeleton } from '@portal/ui/skeleton'
import { TextField } from '@portal/ui/text-field'
import { Download } from 'lucide-react'
import { useState } from 'react'

interface EvidencePackDialogProps {
  /** Null: all documents. */
  readonly document: Pick<Document, 'id' | 'title'> | null
  readonly onClose: () => void
}

/** Asks for the period, then offers the pack. */
export function EvidencePackDialog({ document, onClose }: EvidencePackDialogProps) {
  const [pack, setPack] = useState<EvidencePack | null>(null)
  if (pack) return <ReadyPack pack={pack} onClose={onClose} />
  return <PackForm document={document} onMade={setPack} onClose={onClose} />
}

interface PackFormProps extends EvidencePackDialogProps {
  readonly onMade: (pack: EvidencePack) => void
}

const nothing = 'No document was in force or worked on in this period.'

function PackForm({ document, onMade, onClose }: PackFormProps) {
  const [days, setDays] = useState({ from: '', to: '' })
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const { mutate, isPending } = useReportedMutation(documentsApi.createEvidencePack, {
    failure: 'Failed to make the evidence pack',
    onDone: (pack) => (pack.documents === 0 ? setErrors({ from: nothing }) : onMade(pack)),
  })
  const submit = () => {
    const given = Object.entries(days).filter(([, day]) => day !== '')
    const input = { ...Object.fromEntries(given), ...(document && { documentId: document.id }) }
    const { data, fields } = checkInput(NewEvidencePack, input)
    setErrors(fields ?? {})
    if (data) mutate({ body: data })
  }
  const field = (name: 'from' | 'to', label: string) => (
    <TextField
      type="date"
      label={label}
      optional
      className="min-w-0 flex-1 basis-40"
      value={days[name]}
      error={errors[name]}
      onChange={(event) => setDays((now) => ({ ...now, [name]: event.target.value }))}
    />
  )
  return (
    <FormDialog
      title="Evidence pack"
      description={
        <>
          Files, texts, decisions, comments, acknowledgements and the audit trail of{' '}
          {document ? <bdi>“{document.title}”</bdi> : 'all documents'} in one ZIP archive, which an auditor
          can read and verify without the portal.
        </>
      }
      submitLabel="Make pack"
      busyLabel="Making..."
      isBusy={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="flex flex-wrap gap-3">
        {field('from', 'First day')}
        {field('to', 'Last day')}
      </div>
      <p className="text-13 text-secondary">
        Without days it covers everything until now. With them it holds the versions that were in force or
        worked on in the period. Days begin at midnight in the organization’s time zone.
      </p>
    </FormDialog>
  )
}

function ReadyPack({ pack, onClose }: { readonly pack: EvidencePack; readonly onClose: () => void }) {
  const { id, documents, versions, sizeBytes } = pack
  return (
    <Dialog
      title="The evidence pack is ready"
      description={`${counted(documents, 'document')}, ${counted(versions, 'version')}, about ${fileSizeText(sizeBytes)}. It can be downloaded until this time tomorrow.`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <SaveLink
            variant="primary"
            icon={<Download aria-hidden="true" className="size-4" />}
            file={{
              address: routeUrl(documentsApi.downloadEvidencePack, { id }),
              name: 'evidence.zip',
              isLarge: true,
            }}
          >
            Download
          </SaveLink>
        </>
      }
    >
      <p className="text-13 text-secondary">
        Whoever receives it unpacks it and opens <code className="font-mono">index.html</code>, which says how
        to verify it. For that, send them this fingerprint of the portal’s key separately from the pack:
      </p>
      <KeyFingerprint />
    </Dialog>
  )
}

function KeyFingerprint() {
  const key = useRouteQuery(auditApi.readAuditKey, {})
  if (key.error) return <ReadFailure title="The key could not be loaded" query={key} />
  if (!key.data) return <Skeleton className="h-10 w-full" />
  const { fingerprint } = key.data
  return (
    <div className="flex items-start gap-2 rounded-control border border-default bg-sunken px-3 py-2">
      <code className="min-w-0 flex-1 break-all font-mono text-12">{fingerprint}</code>
      <CopyButton value={fingerprint} label="Copy fingerprint" />
    </div>
  )
}
