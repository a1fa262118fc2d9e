import { checkInput } from '@portal/contracts/check-input'
import { organizationSettingsApi } from '@portal/contracts/organization-settings'
import { ChangedMeanwhile } from '@portal/remote-kit/meanwhile-note'
import { usePortal } from '@portal/remote-kit/portal-context'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useKeptDraft } from '@portal/remote-kit/use-kept-draft'
import { Button } from '@portal/ui/button'
import { Card } from '@portal/ui/card'
import { TextField } from '@portal/ui/text-field'
import { useUnsavedText } from '@portal/ui/unsaved-text'
import { useState } from 'react'
import { currentUserPath } from '../account/membership.ts'

/** The organization's name, saved by itself. */
export function NameForm({ name }: { readonly name: string }) {
  const { refreshSession } = usePortal()
  const { draft, setDraft, isBehind, reload, seen, showSaved } = useKeptDraft(name, sameText)
  const [isRefused, setRefused] = useState(false)
  const { mutate, isPending } = useReportedMutation(organizationSettingsApi.renameOrganization, {
    refreshes: [currentUserPath],
    success: 'Organization renamed',
    failure: 'Failed to rename the organization',
    onDone: (renamed) => {
      showSaved(renamed.name)
      void refreshSession()
    },
    onFailure: () => void refreshSession(),
  })
  const { data, message } = checkInput(organizationSettingsApi.renameOrganization.body, { name: draft })
  useUnsavedText(() => draft.trim() !== name && !isPending)
  return (
    <Card title="Name">
      <form
        noValidate
        aria-label="Organization name"
        className="flex flex-wrap items-start gap-3 p-4"
        onSubmit={(event) => {
          event.preventDefault()
          setRefused(data === null)
          if (data) mutate({ body: { ...data, seen: { name: seen } } })
        }}
      >
        <TextField
          className="min-w-0 flex-1 basis-64"
          label="Organization Name"
          value={draft}
          disabled={isPending}
          autoComplete="organization"
          onChange={(event) => setDraft(event.target.value)}
          hint="People see it everywhere, also in invitations."
          error={isRefused ? (message ?? undefined) : undefined}
        />
        <Button type="submit" className="sm:mt-6.5" busy={isPending} disabled={draft.trim() === name}>
          {isPending ? 'Renaming...' : 'Rename'}
        </Button>
        <div className="w-full">
          <ChangedMeanwhile isShown={isBehind && !isPending} onReload={reload} />
        </div>
      </form>
    </Card>
  )
}

const sameText = (name: string) => name
