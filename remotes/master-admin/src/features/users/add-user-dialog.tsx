import { checkInput } from '@portal/contracts/check-input'
import { type CreatedUser, type MasterOrganization, masterApi } from '@portal/contracts/master-admin'
import { NewPerson } from '@portal/contracts/operators'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { FormDialog } from '@portal/ui/form-dialog'
import { Select } from '@portal/ui/select'
import { TextField } from '@portal/ui/text-field'
import { useId, useRef, useState } from 'react'
import { masterLists, useOrganizations } from '../page/queries.ts'

interface AddUserDialogProps {
  readonly onClose: () => void
  readonly onCreated: (user: CreatedUser) => void
}

const roleOptions = [
  { value: 'admin', label: 'Admin' },
  { value: 'team_member', label: 'Team Member' },
]

/** Product §2 and §5: six fields, kept after a failure; focus moves to the first invalid one. */
export function AddUserDialog({ onClose, onCreated }: AddUserDialogProps) {
  const form = useUserForm(onCreated)
  const { data: organizations = [] } = useOrganizations()
  const choices = useId()
  return (
    <FormDialog
      title="Add User"
      wide
      submitLabel="Create User"
      busyLabel="Creating..."
      isBusy={form.isPending}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <div ref={form.grid} className="grid gap-4 sm:grid-cols-2">
        <TextField {...form.field('id')} label="User ID" hint="The login name." required />
        <TextField {...form.field('email')} label="Email" type="email" required />
        <TextField {...form.field('firstName')} label="First Name" optional />
        <TextField {...form.field('lastName')} label="Last Name" optional />
        <TextField
          {...form.field('organizationId')}
          label="Organization ID"
          inputMode="numeric"
          list={choices}
          hint={<OrganizationHint organizations={organizations} />}
          required
          className="sm:col-span-2"
        />
        <datalist id={choices}>
          {organizations.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </datalist>
        <Select
          {...form.field('role')}
          label="Role"
          options={roleOptions}
          placeholder="Select role"
          required
          className="sm:col-span-2"
        />
      </div>
    </FormDialog>
  )
}

function useUserForm(onCreated: (user: CreatedUser) => void) {
  const [draft, setDraft] = useState(emptyDraft)
  const [isRefused, setRefused] = useState(false)
  const grid = useRef<HTMLDivElement>(null)
  const { mutate, isPending } = useReportedMutation(masterApi.createUser, {
    refreshes: masterLists,
    success: 'User created and assigned to organization successfully',
    failure: 'Failed to create user',
    onDone: onCreated,
  })
  const { user, errors } = readDraft(draft)
  return {
    grid,
    isPending,
    submit: () => {
      setRefused(user === null)
      if (user) return mutate({ body: user })
      const wrong = Object.keys(emptyDraft).find((name) => name in errors)
      grid.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
    },
    field: (name: UserField) => ({
      name,
      value: draft[name],
      disabled: isPending,
      autoComplete: 'off',
      error: isRefused ? errors[name] : undefined,
      onChange: (event: { readonly target: { readonly value: string } }) =>
        setDraft({ ...draft, [name]: event.target.value }),
    }),
  }
}

const namedMax = 12

/** Which organizations there are, as name (number) (product §2, decision 1). */
function OrganizationHint({ organizations }: { readonly organizations: readonly MasterOrganization[] }) {
  if (organizations.length === 0) return 'There is no organization yet.'
  const rest = organizations.length - namedMax
  return (
    <>
      Available organizations:{' '}
      {organizations.slice(0, namedMax).map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <bdi>{name}</bdi> ({id})
        </span>
      ))}
      {rest > 0 && ` and ${rest} more`}
    </>
  )
}

const emptyDraft = { id: '', email: '', firstName: '', lastName: '', organizationId: '', role: '' }
type UserField = keyof typeof emptyDraft

const texts: Readonly<Partial<Record<UserField, string>>> = {
  id: 'Please enter a user ID',
  email: 'Please enter an email address',
  organizationId: 'Please enter the number of an organization',
  role: 'Please select a role',
}

/** A draft's command, or its invalid fields. */
function readDraft(draft: typeof emptyDraft) {
  const { firstName, lastName, organizationId, ...rest } = draft
  const { data: user, fields } = checkInput(NewPerson, {
    ...rest,
    // Only the way a number is written counts as one (product §5: sent as a whole number).
    organizationId: /^[1-9]\d{0,15}$/.test(organizationId.trim()) ? Number(organizationId) : null,
    ...(firstName.trim() === '' ? {} : { firstName }),
    ...(lastName.trim() === '' ? {} : { lastName }),
  })
  const errors: Partial<Record<UserField, string>> = {}
  for (const [name, message] of Object.entries(fields ?? {})) {
    const field = name as UserField
    const isEmpty = draft[field].trim() === ''
    const own = isEmpty || field === 'organizationId' || field === 'role' ? texts[field] : undefined
    errors[field] = own ?? message
  }
  return { user, errors }
}
