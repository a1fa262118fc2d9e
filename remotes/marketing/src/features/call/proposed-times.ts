/** Hours of the day, in the visitor's time zone, at which a call may begin. */
const hours = [9, 11, 14, 16]
const daysShown = 5

/** Length of a call in minutes. */
export const callMinutes = 30

/** One working day with the times that may be proposed. */
export interface ProposedDay {
  readonly day: Date
  readonly times: readonly Date[]
}

/** The next five working days after `now`, in the time zone of this browser. */
export function proposedDays(now: Date): ProposedDay[] {
  const days: ProposedDay[] = []
  for (let ahead = 1; days.length < daysShown; ahead += 1) {
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead)
    if (day.getDay() === 0 || day.getDay() === 6) continue
    const times = hours.map((hour) => new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour))
    days.push({ day, times })
  }
  return days
}

const inWords = new Intl.DateTimeFormat('en-GB', {
  ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
})

/** A time as the mail names it: in the visitor's time zone, and in UTC for everyone else. */
export function timeInWords(time: Date): string {
  return `${inWords.format(time)} (${time.toISOString().slice(0, 16).replace('T', ' ')} UTC)`
}
