import { isTimeZone } from '@portal/contracts/calendar-day'
import { Button } from '@portal/ui/button'
import { TextField } from '@portal/ui/text-field'
import { useId } from 'react'

const clock = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(Date.now())

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')]

interface TimeZoneFieldProps {
  readonly value: string
  readonly isDisabled: boolean
  readonly onChange: (timeZone: string) => void
  readonly error?: string | undefined
}

/** An IANA time zone, typed or chosen, with what its clocks show now. */
export function TimeZoneField({ value, isDisabled, onChange, error }: TimeZoneFieldProps) {
  const listId = useId()
  const zone = value.trim()
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <div className="flex min-w-0 flex-col items-start gap-2">
      <TextField
        className="w-full"
        label="Time zone"
        list={listId}
        value={value}
        disabled={isDisabled}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        error={error}
        hint={
          isTimeZone(zone)
            ? `It is ${clock(zone)} there. Scheduled versions and reviews follow its days.`
            : 'A name such as Europe/Berlin.'
        }
      />
      <datalist id={listId}>
        {zones.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      {here !== zone && isTimeZone(here) && (
        <Button size="sm" disabled={isDisabled} onClick={() => onChange(here)}>
          Use this device's: {here}
        </Button>
      )}
    </div>
  )
}
