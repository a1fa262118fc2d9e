import { checkInput } from '@portal/contracts/check-input'
import { OrganizationName, organizationNameMax } from '@portal/contracts/organization-name'
import { teamApi } from '@portal/contracts/team'
import { Button } from '@portal/ui/button'
import { TextField } from '@portal/ui/text-field'
import { useUnsavedText } from '@portal/ui/unsaved-text'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isAlreadyMember, useBecomingMember } from '../account/membership.ts'

export interface CreateStepProps {
  /** What has been typed; it outlives the step, so that Back loses nothing. */
  readonly name: string
  readonly onNameChange: (name: string) => void
  readonly onBack: () => void
}

/** Product §4 and §5: one name of at least two characters; locked while the request runs. */
export function CreateStep({ name, onNameChange, onBack }: CreateStepProps) {
  const { mutate, isBusy } = useBecomingMember(teamApi.createOrganization, {
    welcome: { title: 'Success!', description: 'Your organization has been created successfully.' },
    failure: 'Failed to create organization',
    // Another tab was faster (decision 59): home is that organization's.
    onRefused: (error, goHome) => isAlreadyMember(error) && goHome(),
  })
  useUnsavedText(() => name.trim() !== '' && !isBusy)
  const [isRefused, setRefused] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  const { data: valid, message } = checkInput(OrganizationName, name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setRefused(valid === null)
    if (valid === null) field.current?.focus()
    else mutate({ body: { name: valid } })
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      className="mx-auto flex max-w-form animate-appear flex-col gap-6 rounded-card border border-default bg-panel p-6 md:p-8"
    >
      <header className="flex flex-col gap-1">
        <h1 className="font-semibold text-24">Create your organization</h1>
        <p className="text-secondary">
          You become its administrator. Everything in it stays separate from every other.
        </p>
      </header>
      <TextField
        ref={field}
        label="Organization Name"
        scale="lg"
        autoComplete="organization"
        maxLength={organizationNameMax}
        value={name}
        disabled={isBusy}
        onChange={(event) => onNameChange(event.target.value)}
        error={(isRefused && message) || undefined}
      />
      <div className="flex flex-wrap-reverse justify-between gap-2">
        <Button size="lg" onClick={onBack} disabled={isBusy}>
          Back
        </Button>
        <Button type="submit" size="lg" variant="primary" busy={isBusy}>
          {isBusy ? 'Creating...' : 'Create Organization'}
        </Button>
      </div>
    </form>
  )
}
