import { checkInput } from '@portal/contracts/check-input'
import {
  invitationDays,
  invitationRoleDefault,
  invitationsApi,
  NewInvitation,
} from '@portal/contracts/invitations'
import { type Role, roleLabels, roles } from '@portal/contracts/permissions'
import { countRoles, mayGrant } from '@portal/contracts/role-policy'
import { useSession } from '@portal/remote-kit/session'
import { toast } from '@portal/remote-kit/toast'
import { FormDialog } from '@portal/ui/form-dialog'
import { Select } from '@portal/ui/select'
import { TextField } from '@portal/ui/text-field'
import { useRef, useState } from 'react'
import { useMembers } from '../people/queries.ts'
import { HandOverDialog, useSendInvitation } from './hand-over-dialog.tsx'
import { roleHints } from './role-hints.ts'

/** What the two pages that invite differ in. */
export interface InviteForm {
  readonly title: string
  readonly roles: readonly Role[]
  /** The toast for an empty address; its description is the field's error. */
  readonly emptyToast?: { readonly title: string; readonly description: string }
}

/** Product §2, §5 and §6: the team page offers two roles, the default first, to any member. */
export const memberInvitation: InviteForm = {
  title: 'Invite Team Member',
  roles: ['team_member', 'admin'],
  emptyToast: { title: 'Email Required', description: 'Please enter an email address' },
}

/** Product §5: User Management invites to any of the four roles. */
export const userInvitation: InviteForm = { title: 'Invite User', roles }

/** Address and role, kept after a failure. A link to hand over gets its own dialog. */
export function InviteDialog(props: InviteForm & { readonly onClose: () => void }) {
  const { title, emptyToast, onClose } = props
  const [draft, setDraft] = useState<{ email: string; role: Role }>({
    email: '',
    role: invitationRoleDefault,
  })
  const offered = useOfferedRoles(props.roles)
  const [isRefused, setRefused] = useState(false)
  const [invited, setInvited] = useState<{ email: string; link: string } | null>(null)
  const email = useRef<HTMLInputElement>(null)
  const { mutate, isPending } = useSendInvitation(invitationsApi.createInvitation, ({ invitation, link }) =>
    link === undefined ? onClose() : setInvited({ email: invitation.email, link }),
  )
  const { data: invitation, fields: errors } = checkInput(NewInvitation, draft)
  const isEmpty = draft.email.trim() === ''
  const problem = (isEmpty && emptyToast?.description) || errors?.email
  // Why roles cannot be chosen, each reason once.
  const refusals = [...new Set(offered.flatMap(({ refusal }) => refusal ?? []))]
  const submit = () => {
    setRefused(invitation === null)
    if (invitation) return mutate({ body: invitation })
    if (isEmpty && emptyToast) toast({ ...emptyToast, variant: 'invalid' })
    email.current?.focus()
  }
  if (invited) return <HandOverDialog {...invited} onClose={onClose} />
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
        error={isRefused ? problem : undefined}
      />
      <Select
        label="Role"
        options={offered.map(({ role, refusal }) => ({
          value: role,
          label: roleLabels[role],
          isDisabled: refusal !== null,
        }))}
        value={draft.role}
        disabled={isPending}
        onChange={(event) => setDraft({ ...draft, role: event.target.value as Role })}
        hint={offered.some(({ role }) => role === draft.role) && roleHints[draft.role]}
      />
      {refusals.map((refusal) => (
        <p key={refusal} className="-mt-2 text-12 text-tertiary">
          {refusal}
        </p>
      ))}
    </FormDialog>
  )
}

/**
 * These roles, each with the reason if this person cannot give it (decisions 4 and 5). The server
 * stops a person who may grant none, and says whom to ask.
 */
function useOfferedRoles(roles: readonly Role[]) {
  const { role: by } = useSession()
  const { data: members } = useMembers()
  const { facilitators } = countRoles((members ?? []).map(({ role }) => role))
  const offered = roles.map((role) => {
    const decision = by === null ? null : mayGrant({ by, role, facilitators })
    return { role, refusal: decision?.isAllowed === false ? decision.message : null }
  })
  const hasChoice = offered.some(({ refusal }) => refusal === null)
  return hasChoice ? offered : offered.map(({ role }) => ({ role, refusal: null }))
}
