import type { OrganizationSettings } from '@portal/contracts/organization-settings'

/** The settings as they are typed; empty fields mean "none". */
export type SettingsDraft = Readonly<Record<keyof OrganizationSettings, string>>

export function draftOf(settings: OrganizationSettings): SettingsDraft {
  const shown = (value: number | null) => (value === null ? '' : String(value))
  return {
    timeZone: settings.timeZone,
    reviewCycleMonths: shown(settings.reviewCycleMonths),
    approvalDeadlineDays: shown(settings.approvalDeadlineDays),
    approvalReminderDays: settings.approvalReminderDays.join(', '),
    trendingAskersMin: shown(settings.trendingAskersMin),
    conversationDays: shown(settings.conversationDays),
  }
}

/** What is no whole number stays text, so that the check says what is wrong with it. */
export function settingsOf({ timeZone, ...draft }: SettingsDraft) {
  const number = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : text)
  const optional = (text: string) => (text.trim() === '' ? null : number(text))
  const days = draft.approvalReminderDays.split(/[\s,;]+/).filter((part) => part !== '')
  return {
    timeZone: timeZone.trim(),
    reviewCycleMonths: optional(draft.reviewCycleMonths),
    approvalDeadlineDays: optional(draft.approvalDeadlineDays),
    approvalReminderDays: days.map(number),
    trendingAskersMin: optional(draft.trendingAskersMin),
    conversationDays: optional(draft.conversationDays),
  }
}
