import { fullName } from '@portal/contracts/full-name'
import type { MasterUser } from '@portal/contracts/master-admin'
import type { OneTimeLogin } from '@portal/contracts/operators'
import { roleLabels } from '@portal/contracts/permissions'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { RowSearchField } from '@portal/remote-kit/row-search-field'
import { useRowSearch } from '@portal/remote-kit/use-row-search'
import { Button } from '@portal/ui/button'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { listSize } from '../page/list-size.ts'
import { useUsers } from '../page/queries.ts'
import { AddUserDialog } from './add-user-dialog.tsx'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { useRenewOneTimeLogin } from './queries.ts'
import { SignInDialog } from './sign-in-dialog.tsx'
import { UsersSkeleton, UserTable } from './user-table.tsx'

const wordsOf = (user: MasterUser) =>
  [fullName(user), user.email, user.id, user.organizationName, user.role && roleLabels[user.role]].join(' ')

type Open =
  | { readonly kind: 'add' }
  | { readonly kind: 'delete'; readonly user: MasterUser }
  | { readonly kind: 'access'; readonly user: MasterUser; readonly access: OneTimeLogin | null }

/** Product §2: everybody on the portal, with creation and deletion. */
export function UsersTab() {
  const users = useUsers()
  const search = useRowSearch(users.data ?? [], { wordsOf, ...listSize })
  const [open, setOpen] = useState<Open | null>(null)
  const [renewed, setRenewed] = useState<MasterUser | null>(null)
  const { mutate: renew } = useRenewOneTimeLogin(
    (access) => renewed && setOpen({ kind: 'access', user: renewed, access }),
  )
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
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
          <RowSearchField search={search} label="Search users" className="w-full sm:w-72" />
          <Button variant="primary" className="max-sm:w-full" onClick={() => setOpen({ kind: 'add' })}>
            <UserPlus className="size-4" />
            Add User
          </Button>
        </div>
      </header>
      {users.isPending && <UsersSkeleton />}
      {users.error && <ReadFailure title="The users could not be loaded" query={users} />}
      {users.data && (
        <UserTable
          total={users.data.length}
          {...search}
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
