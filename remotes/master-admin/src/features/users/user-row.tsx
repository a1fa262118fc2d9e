import { fullName } from '@portal/contracts/full-name'
import type { MasterUser } from '@portal/contracts/master-admin'
import { RoleBadge } from '@portal/remote-kit/role-badge'
import { Avatar } from '@portal/ui/avatar'
import { Button } from '@portal/ui/button'
import { CopyButton } from '@portal/ui/copy-button'
import { DeleteButton } from '@portal/ui/delete-button'
import { TableCell, TableRow } from '@portal/ui/table'
import { KeyRound } from 'lucide-react'

interface UserRowProps {
  readonly user: MasterUser
  readonly onRenew: () => void
  readonly onDelete: () => void
}

/** A person: name, address, ID, organization, role, and an operator's actions (product §2). */
export function UserRow({ user, onRenew, onDelete }: UserRowProps) {
  const { id, organizationName, role } = user
  return (
    <TableRow>
      <TableCell isWide>
        <Identity user={user} />
      </TableCell>
      <TableCell className={role === null ? '@max-table:col-span-2' : ''}>
        <span className="flex min-w-0 items-center gap-0.5">
          <span className="mr-1 text-12 text-tertiary @table:sr-only">ID</span>
          <code className="min-w-0 truncate font-mono text-12" title={id}>
            {id}
          </code>
          <CopyButton value={id} label={`Copy the ID of ${userName(user)}`} />
        </span>
      </TableCell>
      <TableCell className="@max-table:order-3 max-sm:col-span-2">
        {organizationName === null ? (
          <span className="text-tertiary">No organization</span>
        ) : (
          <bdi className="block truncate text-left" title={organizationName}>
            {organizationName}
          </bdi>
        )}
      </TableCell>
      <TableCell className="@max-table:order-2 @max-table:justify-self-end">
        {role && <RoleBadge role={role} />}
      </TableCell>
      <TableCell className="text-end @max-table:order-4 @max-table:justify-self-end max-sm:col-span-2">
        <Actions {...{ user, onRenew, onDelete }} />
      </TableCell>
    </TableRow>
  )
}

function Identity({ user }: Pick<UserRowProps, 'user'>) {
  const hasName = fullName(user) !== null
  return (
    <span className="flex min-w-0 items-center gap-3 normal-nums">
      <Avatar person={{ ...user, profileImageUrl: null }} size="lg" />
      <span className="flex min-w-0 flex-col">
        <bdi className="truncate text-left font-medium text-14" title={userName(user)}>
          {userName(user)}
        </bdi>
        <span className="truncate text-12 text-tertiary" title={user.email ?? undefined}>
          {hasName ? (user.email ?? 'No e-mail address') : 'Name not given yet'}
        </span>
      </span>
    </span>
  )
}

function Actions({ user, onRenew, onDelete }: UserRowProps) {
  return (
    <span className="inline-flex items-center gap-1">
      {!user.hasSignedIn && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`New login for ${userName(user)}, who has never logged in`}
          onClick={onRenew}
        >
          <KeyRound className="size-3.5" />
          New login
        </Button>
      )}
      <DeleteButton
        label={`Delete user ${userName(user)}`}
        refusal={user.isProtected ? 'This built-in account is protected.' : null}
        onDelete={onDelete}
      />
    </span>
  )
}

/** How a person is called: full name, else e-mail address, else ID (product §2). */
export function userName(user: Pick<MasterUser, 'id' | 'email' | 'firstName' | 'lastName'>): string {
  return fullName(user) ?? user.email ?? user.id
}
