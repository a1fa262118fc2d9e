import {
  invitationDays,
  invitationEmailMessage,
  invitationRoleDefault,
  invitationsApi,
  NewInvitation,
} from '@portal/contracts/invitations'
import { type Role, roleLabels, roles } from '@portal/contracts/permissions'
import { useRouteMutation } from '@portal/remote-kit/route-query'
import { toast } from '@portal/remote-kit/toast'
import { FormDialog } from '@portal/ui/form-dialog'
import { Select } from '@portal/ui/select'
import { TextField } from '@portal/ui/text-field'
import { useRef, useState } from 'react'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { type OfferedRole, useOfferedRoles } from './offered-roles.ts'
import { roleHints } from './role-hints.ts'
import { useInvitationFailure } from './use-invitation-failure.ts'

export interface InviteDialogProps {
  readonly title: string
  readonly roles: readonly Role[]
  /** The error for an empty address, shown at the field and passed to `onEmpty`. */
  readonly emptyMessage?: string
  readonly onEmpty?: () => void
  readonly onClose: () => void
}

/**
 * Address and role of the invited person, kept after a failure. A link to hand over gets its own
 * dialog.
 */
export function InviteDialog(props: InviteDialogProps) {
  const { title, emptyMessage = invitationEmailMessage, onEmpty, onClose } = props
  const [draft, setDraft] = useState<{ email: string; role: Role }>({
    email: '',
    role: invitationRoleDefault,
  })
  const roles = useOfferedRoles(props.roles)
  const [isRefused, setRefused] = useState(false)
  const [invited, setInvited] = useState<Invited | null>(null)
  const email = useRef<HTMLInputElement>(null)
  const { mutate, isPending } = useInvite((sent) => (sent.link === null ? onClose() : setInvited(sent)))
  const checked = NewInvitation.safeParse(draft)
  const isEmpty = draft.email.trim() === ''
  const submit = () => {
    setRefused(!checked.success)
    if (checked.success) return mutate({ body: checked.data })
    if (isEmpty) onEmpty?.()
    email.current?.focus()
  }
  if (invited?.link) return <HandOverDialog email={invited.email} link={invited.link} onClose={onClose} />
  const chosen = roles.find(({ role }) => role === draft.role)
  return (
    <FormDialog
      title={title}
      description={`The invitation is valid for ${invitationDays} days.`}
      submitLabel="Send Invitation"
      busyLabel="Sending..."
      isBusy={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        ref={email}
        label="Email"
        // Not `email`: the browser's own check would speak before the specified text.
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="name@example.com"
        value={draft.email}
        disabled={isPending}
        onChange={(event) => setDraft({ ...draft, email: event.target.value })}
        error={isRefused && !checked.success ? (isEmpty ? emptyMessage : invitationEmailMessage) : undefined}
      />
      <Select
        label="Role"
        options={roles.map(({ role, refusal }) => ({
          value: role,
          label: roleLabels[role],
          isDisabled: refusal !== null,
        }))}
        value={draft.role}
        disabled={isPending}
        onChange={(event) => setDraft({ ...draft, role: event.target.value as Role })}
        hint={chosen && roleHints[chosen.role]}
      />
      {refusals(roles).map((refusal) => (
        <p key={refusal} className="-mt-2 text-12 text-tertiary">
          {refusal}
        </p>
      ))}
    </FormDialog>
  )
}

/** Why roles cannot be chosen, each reason once. */
function refusals(roles: readonly OfferedRole[]): string[] {
  return [...new Set(roles.flatMap(({ refusal }) => refusal ?? []))]
}

/** The team page offers two roles, the default first (product §5). */
const teamPageRoles = ['team_member', 'admin'] as const

/** Product §5: the toast for an empty address. */
const emailRequired = { title: 'Email Required', description: 'Please enter an email address' } as const

/** Product §2 and §6: any member may open it on the team page. */
export function InviteMemberDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <InviteDialog
      title="Invite Team Member"
      roles={teamPageRoles}
      emptyMessage={emailRequired.description}
      onEmpty={() => toast({ ...emailRequired, variant: 'error' })}
      onClose={onClose}
    />
  )
}

/** Product §5: User Management invites to any of the four roles. */
export function InviteUserDialog({ onClose }: { readonly onClose: () => void }) {
  return <InviteDialog title="Invite User" roles={roles} onClose={onClose} />
}

/** How the invitation is delivered: `link` without a mailer, null when it was mailed. */
interface Invited {
  readonly email: string
  readonly link: string | null
}

/** Invites with the specified toasts (product §8). */
function useInvite(onDone: (invited: Invited) => void) {
  return useRouteMutation(invitationsApi.createInvitation, {
    refreshes: [invitationsApi.listInvitations.path],
    onDone: ({ invitation, link }) => {
      toast({ title: 'Success', description: 'User invitation sent successfully', variant: 'success' })
      onDone({ email: invitation.email, link: link ?? null })
    },
    onFailure: useInvitationFailure(),
  })
}
