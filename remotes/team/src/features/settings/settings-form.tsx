import { checkInput } from '@portal/contracts/check-input'
import {
  OrganizationSettings,
  organizationSettingsApi,
  reviewCycleMonthsMax,
} from '@portal/contracts/organization-settings'
import { ChangedMeanwhile } from '@portal/remote-kit/meanwhile-note'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useKeptDraft } from '@portal/remote-kit/use-kept-draft'
import { Button } from '@portal/ui/button'
import { Card } from '@portal/ui/card'
import { TextField } from '@portal/ui/text-field'
import { useUnsavedText } from '@portal/ui/unsaved-text'
import { type ReactNode, useRef, useState } from 'react'
import { draftOf, type SettingsDraft, settingsOf } from './settings-draft.ts'
import { TimeZoneField } from './time-zone-field.tsx'

/** The settings as a form, for admins. What is wrong is said at its field. */
export function SettingsForm({ settings }: { readonly settings: OrganizationSettings }) {
  const { draft, setDraft, ...kept } = useKeptDraft(settings, draftOf)
  const { isChanged, isBehind, reload, seen } = kept
  const [isRefused, setRefused] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { mutate, isPending } = useReportedMutation(organizationSettingsApi.changeSettings, {
    refreshes: [organizationSettingsApi.readSettings.path],
    success: 'Settings saved',
    failure: 'Failed to save the settings',
    onDone: kept.showSaved,
  })
  const { data, fields } = checkInput(OrganizationSettings, settingsOf(draft))
  const errors = isRefused ? (fields ?? {}) : {}
  const reminders = Object.entries(errors).find(([name]) => name.startsWith('approvalReminderDays'))?.[1]
  const change = (next: Partial<SettingsDraft>) => setDraft((now) => ({ ...now, ...next }))
  const field = (name: Exclude<keyof SettingsDraft, 'timeZone'>) => ({
    value: draft[name],
    disabled: isPending,
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  const submit = () => {
    setRefused(data === null)
    if (data) return mutate({ body: { ...data, seen } })
    // After the refusal is drawn, the first wrong field gets the focus.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  useUnsavedText(() => isChanged && !isPending)
  return (
    <form
      ref={form}
      noValidate
      aria-label="Organization settings"
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Section title="Time">
        <TimeZoneField
          value={draft.timeZone}
          isDisabled={isPending}
          onChange={(timeZone) => change({ timeZone })}
          error={errors.timeZone}
        />
      </Section>
      <Section title="Reviews">
        <TextField
          label="Review cycle in months"
          optional
          {...field('reviewCycleMonths')}
          hint={`From 1 to ${reviewCycleMonthsMax}. Empty: documents are reviewed only if they have a cycle of their own.`}
          error={errors.reviewCycleMonths}
        />
      </Section>
      <Section title="Approvals">
        <TextField
          label="Deadline in days"
          optional
          {...field('approvalDeadlineDays')}
          hint="For stages of approval rules that name none. Empty: no deadline."
          error={errors.approvalDeadlineDays}
        />
        <TextField
          label="Reminders, in days before the deadline"
          optional
          {...field('approvalReminderDays')}
          hint="Up to five, separated by commas: 3, 1. Approvers are always told on the day itself."
          error={reminders}
        />
      </Section>
      <Section title="What is shown and kept">
        <TextField
          label="People who must have asked a question"
          {...field('trendingAskersMin')}
          hint="From 1 to 3, before analytics show it to others, always without names. Fewer than 3 is for small organizations: a question may then give its asker away."
          error={errors.trendingAskersMin}
        />
        <TextField
          label="Delete conversations after days"
          optional
          {...field('conversationDays')}
          hint="From 30 to 3650, counted from the last message. Empty: conversations are kept until their asker deletes them."
          error={errors.conversationDays}
        />
      </Section>
      <ChangedMeanwhile isShown={isBehind && !isPending} onReload={reload} />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={isPending} disabled={!isChanged}>
          {isPending ? 'Saving...' : 'Save settings'}
        </Button>
        {isChanged && (
          <Button disabled={isPending} onClick={reload}>
            Discard changes
          </Button>
        )}
      </div>
    </form>
  )
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card title={title}>
      <div className="grid grid-cols-1 items-start gap-4 p-4 lg:grid-cols-2">{children}</div>
    </Card>
  )
}
