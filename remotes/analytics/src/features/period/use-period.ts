import { TimeUnit } from '@portal/contracts/analytics'
import { addDays } from '@portal/contracts/calendar-day'
import { useSearchParams } from '@portal/remote-kit/navigation'
import { useToday } from '@portal/remote-kit/use-today'

/** Lengths of a period to choose from, in days. */
export const periodLengths = [7, 30, 90, 365] as const
const lengthDefault = 30

/** What a length is looked at by, unless another step was chosen. */
const unitsByLength: Readonly<Record<number, TimeUnit>> = { 7: 'day', 30: 'day', 90: 'week', 365: 'month' }

/** The names under which the address keeps a choice. */
type Choice = 'days' | 'unit' | 'department'

/**
 * What is looked at, kept in the address: the last days up to today in the organization's time
 * zone, one department or all, and by which step. `query` waits for the time zone.
 */
export function usePeriod() {
  const [params, setParams] = useSearchParams()
  const { query: settings, day: today } = useToday()
  const asked = Number(params.get('days'))
  const days = periodLengths.find((length) => length === asked) ?? lengthDefault
  const unit = TimeUnit.safeParse(params.get('unit')).data ?? unitsByLength[days] ?? 'day'
  const department = numberIn(params.get('department'))
  const chosen = (name: Choice, value: string) => {
    const next = new URLSearchParams(params)
    if (value === '') next.delete(name)
    else next.set(name, value)
    return next
  }
  const choose = (name: Choice, value: string) => setParams(chosen(name, value), { replace: true })
  /** The address of the same for one department alone. */
  const addressOf = (id: number) => `/analytics?${chosen('department', String(id))}`
  const span = today === undefined ? {} : { from: addDays(today, 1 - days), to: today }
  const part = department === null ? {} : { department }
  return { settings, days, unit, department, choose, addressOf, query: { ...span, ...part } }
}

export type ChosenPeriod = ReturnType<typeof usePeriod>

function numberIn(text: string | null): number | null {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 ? number : null
}
