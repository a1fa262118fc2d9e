import { fullName } from '@portal/contracts/full-name'
import { notificationsApi } from '@portal/contracts/notifications'
import { Link } from '@portal/remote-kit/link'
import { RoleBadge } from '@portal/remote-kit/role-badge'
import { useCan, useSession } from '@portal/remote-kit/session'
import { Button } from '@portal/ui/button'
import { Card } from '@portal/ui/card'
import { Select } from '@portal/ui/select'
import { chooseTheme, storedTheme, themes } from '@portal/ui/theme'
import { useState } from 'react'
import { DigestSwitch } from '../features/notifications/digest-switch.tsx'
import { OwnPicture } from '../features/pictures/own-picture.tsx'
import { AccountLink } from '../features/profile/account-link.tsx'
import { OwnData } from '../features/profile/own-data.tsx'

const looks = { light: 'Light', dark: 'Dark', system: 'Same as the device' } as const

/** What the portal knows of the person, and what they choose for themselves. */
export function Screen() {
  const canHaveMails = useCan(notificationsApi.changeNotificationSettings)
  return (
    <div data-in-order className="mx-auto flex w-full max-w-content flex-col gap-6 px-gutter py-6 md:py-8">
      <header>
        <h1 className="font-semibold text-20">Profile</h1>
        <p className="mt-1 text-13 text-secondary">Who you are here, and what you choose for yourself.</p>
      </header>
      <Identity />
      <Look />
      {canHaveMails && <DigestSwitch />}
      <Card title="Sessions">
        <div className="flex flex-wrap items-center justify-between gap-3 p-4">
          <p className="text-13 text-secondary">
            Where you are logged in, and access tokens that work for you.
          </p>
          <Button asChild>
            <Link to="/sessions">Your sessions</Link>
          </Button>
        </div>
      </Card>
      <OwnData />
    </div>
  )
}

function Identity() {
  const { person, organization, role } = useSession()
  const name = person && fullName(person)
  return (
    <Card title="You">
      <div className="flex flex-wrap items-center gap-4 p-4">
        <div className="min-w-0 flex-1 basis-56">
          <p className="wrap-anywhere font-semibold">
            <bdi>{name ?? person?.email}</bdi>
          </p>
          {name && person?.email && (
            <p className="wrap-anywhere text-13 text-secondary">
              <bdi>{person.email}</bdi>
            </p>
          )}
          {organization && (
            <p className="mt-1 flex flex-wrap items-center gap-2 text-13 text-secondary">
              <bdi>{organization.name}</bdi>
              {role && <RoleBadge role={role} />}
            </p>
          )}
        </div>
        <AccountLink />
      </div>
      <div className="border-subtle border-t p-4">
        <OwnPicture />
      </div>
      <p className="border-subtle border-t px-4 py-3 text-13 text-secondary">
        Name, e-mail and password belong to your account at the identity provider. What is changed there shows
        here from your next login on.
      </p>
    </Card>
  )
}

function Look() {
  const [theme, setTheme] = useState(storedTheme)
  return (
    <Card title="Theme">
      <div className="max-w-form p-4">
        <Select
          label="Theme"
          hideLabel
          value={theme}
          options={themes.map((value) => ({ value, label: looks[value] }))}
          onChange={(event) => {
            const chosen = themes.find((value) => value === event.target.value) ?? 'system'
            chooseTheme(chosen)
            setTheme(chosen)
          }}
          hint="For this browser."
        />
      </div>
    </Card>
  )
}
