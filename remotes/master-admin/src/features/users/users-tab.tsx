import { fullName } from '@portal/contracts/full-name'
import { type MasterUser, masterApi } from '@portal/contracts/master-admin'
import type { OneTimeLogin } from '@portal/contracts/operators'
import { roleLabels } from '@portal/contracts/permissions'
import { ConfirmAct } from '@portal/remote-kit/confirm-act'
import { FoundRows } from '@portal/remote-kit/found-rows'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { RowSearchField } from '@portal/remote-kit/row-search-field'
import { useOpenedByAddress } from '@portal/remote-kit/use-opened-by-address'
import { type RowSearch, useRowSearch } from '@portal/remote-kit/use-row-search'
import { Button } from '@portal/ui/button'
import { EmptyState } from '@portal/ui/empty-state'
import { RowsSkeleton } from '@portal/ui/rows-skeleton'
import { Table } from '@portal/ui/table'
import { useFocusAfterRemoval } from '@portal/ui/use-focus-after-removal'
import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { listSize, masterLists, useUsers } from '../page/queries.ts'
import { byMost, byText, type RowOrder, RowOrderField, useRowOrder } from '../page/row-order.tsx'
import { AddUserDialog } from './add-user-dialog.tsx'
import { SignInDialog } from './sign-in-dialog.tsx'
import { UserRow, userName } from './user-row.tsx'

const wordsOf = (user: MasterUser) =>
  [fullName(user), user.email, user.id, user.organizationName, user.role && roleLabels[user.role]].join(' ')

const orders: readonly RowOrder<MasterUser>[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'name', label: 'By name', compare: byText(userName) },
  { value: 'organization', label: 'By organization', compare: byText((user) => user.organizationName) },
  { value: 'pending', label: 'Never logged in first', compare: byMost((user) => Number(!user.hasSignedIn)) },
]

type Open =
  | { readonly kind: 'add' }
  | { readonly kind: 'delete'; readonly user: MasterUser }
  | { readonly kind: 'access'; readonly user: MasterUser; readonly access: OneTimeLogin | null }

/** Product §2: everybody on the portal, with creation and deletion. */
export function UsersTab() {
  const users = useUsers()
  const order = useRowOrder(users.data ?? [], orders)
  const search = useRowSearch(order.rows, { wordsOf, ...listSize })
  const [open, setOpen] = useState<Open | null>(null)
  useOpenedByAddress('new-user', () => setOpen({ kind: 'add' }))
  const [renewed, setRenewed] = useState<MasterUser | null>(null)
  const { mutate: renew } = useReportedMutation(masterApi.renewOneTimeLogin, {
    failure: 'Failed to create a way to log in',
    onDone: (access) => renewed && setOpen({ kind: 'access', user: renewed, access }),
  })
  const close = () => setOpen(null)
  return (
    <section aria-labelledby="users-heading" className="flex flex-col gap-4">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 id="users-heading" className="font-semibold text-16">
            User Management
          </h2>
          <p className="mt-0.5 text-13 text-secondary">Manage users across all organizations</p>
        </div>
        <Button variant="primary" className="max-sm:w-full" onClick={() => setOpen({ kind: 'add' })}>
          <UserPlus className="size-4" />
          Add User
        </Button>
      </header>
      {search.hasSearch && (
        <div className="flex flex-wrap items-center gap-2">
          <RowSearchField search={search} label="Search users" className="w-full sm:w-64" />
          <RowOrderField field={order.field} />
        </div>
      )}
      {users.isPending && (
        <RowsSkeleton
          label="Loading users"
          count={5}
          rowClass="gap-3 py-3"
          lines={['w-2/5', 'w-3/5']}
          hasAvatar
          isFramed
        />
      )}
      <ReadFailure title="The users could not be loaded" query={users} />
      {users.data && (
        <UserTable
          total={users.data.length}
          search={search}
          onDelete={(user) => setOpen({ kind: 'delete', user })}
          onRenew={(user) => {
            setRenewed(user)
            renew({ params: { id: user.id } })
          }}
        />
      )}
      {open?.kind === 'add' && (
        <AddUserDialog
          onClose={close}
          onCreated={({ access, ...user }) => setOpen({ kind: 'access', user, access })}
        />
      )}
      {open?.kind === 'delete' && <DeleteUserDialog user={open.user} onClose={close} />}
      {open?.kind === 'access' && (
        <SignInDialog
          userId={open.user.id}
          name={fullName(open.user) ?? open.user.id}
          access={open.access}
          onClose={close}
        />
      )}
    </section>
  )
}

const columns = [
  { label: 'User' },
  { label: 'ID', className: 'w-[22%]' },
  { label: 'Organization', className: 'w-[18%]' },
  { label: 'Role', className: 'w-28' },
  { label: 'Actions', isHidden: true, className: 'w-58' },
] as const

interface UserTableProps {
  readonly total: number
  readonly search: RowSearch<MasterUser>
  readonly onDelete: (user: MasterUser) => void
  readonly onRenew: (user: MasterUser) => void
}

/** The people found, or why the list is empty. */
function UserTable({ total, search, onDelete, onRenew }: UserTableProps) {
  const table = useFocusAfterRemoval<HTMLTableElement>(total)
  if (total === 0)
    return (
      <EmptyState icon={<Users />} title="No Users Found" description="No users have been created yet." />
    )
  return (
    <FoundRows
      search={search}
      words={['user', 'users']}
      nothing="Nobody matches"
      hint="Try part of a name, an e-mail address, an ID, an organization or a role."
    >
      {search.shown.length > 0 && (
        <div className="rounded-card border border-default bg-panel">
          <Table ref={table} label="Users" columns={columns}>
            {search.shown.map((user) => (
              <UserRow
                key={user.id}
                user={user}
                onDelete={() => onDelete(user)}
                onRenew={() => onRenew(user)}
              />
            ))}
          </Table>
        </div>
      )}
    </FoundRows>
  )
}

function DeleteUserDialog(props: { readonly user: MasterUser; readonly onClose: () => void }) {
  const { user, onClose } = props
  return (
    <ConfirmAct
      route={masterApi.deleteUser}
      input={{ params: { id: user.id } }}
      refreshes={masterLists}
      success="User deleted successfully"
      failure="Failed to delete user"
      onClose={onClose}
      title="Delete user"
      question={
        <>
          Are you sure you want to delete user "<bdi>{user.email ?? userName(user)}</bdi>"? This action cannot
          be undone.
        </>
      }
      confirmLabel="Delete user"
    >
      <p className="text-13 text-secondary">
        They are logged out everywhere, and the account cannot log in any more.
      </p>
    </ConfirmAct>
  )
}
