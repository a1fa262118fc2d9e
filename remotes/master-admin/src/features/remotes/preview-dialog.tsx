import { type PreviewLink, remotesApi } from '@portal/contracts/remote-releases'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useSession } from '@portal/remote-kit/session'
import { CopyButton } from '@portal/ui/copy-button'
import { Dialog } from '@portal/ui/dialog'
import { FormDialog } from '@portal/ui/form-dialog'
import { RelativeTime } from '@portal/ui/relative-time'
import { Select } from '@portal/ui/select'
import { TextField } from '@portal/ui/text-field'
import { useId, useState } from 'react'
import { useUsers } from '../page/queries.ts'
import { remoteLists, useDraft } from './release-dialogs.tsx'

interface PreviewDialogProps {
  readonly name: string
  readonly version: string
  readonly onClose: () => void
}

const spans = [1, 8, 24, 72].map((hours) => ({
  value: String(hours),
  label: hours === 1 ? '1 hour' : `${hours} hours`,
}))

/** For whom and for how long; then the link, which is shown once. */
export function PreviewDialog({ name, version, onClose }: PreviewDialogProps) {
  const [link, setLink] = useState<PreviewLink | null>(null)
  const { person } = useSession()
  const { people, idOf } = usePeople()
  const [isUnknown, setUnknown] = useState(false)
  const emails = useId()
  const { mutate, isPending } = useReportedMutation(remotesApi.previewRemote, {
    refreshes: remoteLists,
    failure: 'Failed to make the link',
    onDone: setLink,
  })
  const initial = { email: person?.email ?? person?.id ?? '', hours: '24', why: '' }
  const { draft, field, isIncomplete } = useDraft(initial, isPending)
  const { email, hours, why } = draft
  const submit = () => {
    const userId = idOf(email)
    setUnknown(userId === undefined)
    if (userId !== undefined)
      mutate({ params: { name }, body: { version, userId, hours: Number(hours), why } })
  }
  if (link) return <LinkDialog link={link} onClose={onClose} />
  return (
    <FormDialog
      title={`Preview ${name} ${version}`}
      description="A link by which one person sees this version, in their own browser; others see nothing of it."
      submitLabel="Make link"
      busyLabel="Making..."
      isBusy={isPending}
      isIncomplete={isIncomplete}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        {...field('email')}
        label="Person"
        hint="By e-mail; yours to begin with."
        error={isUnknown ? 'Nobody has this e-mail.' : undefined}
        list={emails}
      />
      <datalist id={emails}>
        {people.map((one) => (
          <option key={one.id} value={one.email ?? one.id}>
            {[one.firstName, one.lastName].filter(Boolean).join(' ')}
          </option>
        ))}
      </datalist>
      <Select {...field('hours')} label="For" options={spans} />
      <TextField {...field('why')} label="Reason" maxLength={500} />
    </FormDialog>
  )
}

/** Everybody of the portal, oneself first, and whose id belongs to an email (or is one already). */
function usePeople() {
  const { person } = useSession()
  const { data: users = [] } = useUsers()
  const people = [...(person ? [person] : []), ...users.filter(({ id }) => id !== person?.id)]
  const idOf = (written: string) => {
    const wanted = written.trim().toLowerCase()
    return people.find(({ id, email }) => [id, email].some((one) => one?.toLowerCase() === wanted))?.id
  }
  return { people, idOf }
}

function LinkDialog({ link, onClose }: { readonly link: PreviewLink; readonly onClose: () => void }) {
  return (
    <Dialog isSticky title="The preview is ready" onClose={onClose}>
      <p className="text-13 text-secondary">
        Send the link to the person. It is shown once, and ends <RelativeTime at={link.expiresAt} />.
      </p>
      <code className="wrap-anywhere block rounded-control bg-sunken p-3 text-12">{link.url}</code>
      <CopyButton value={link.url} label="Copy link" showLabel />
    </Dialog>
  )
}
