import { type AuditEntry, AuditOutcome, auditApi } from '@portal/contracts/audit'
import { useSearchParams } from '@portal/remote-kit/navigation'
import { useRoutePages } from '@portal/remote-kit/route-query'
import { useAddressText } from '@portal/remote-kit/use-address-text'
import { useMemo } from 'react'

const hourMs = 3_600_000

/** Spans of time to choose from. */
export const periods = [
  { value: '24h', label: 'Last 24 hours', ms: 24 * hourMs },
  { value: '7d', label: 'Last 7 days', ms: 7 * 24 * hourMs },
  { value: '30d', label: 'Last 30 days', ms: 30 * 24 * hourMs },
] as const

/** What of the trail is asked for, kept in the address so that a link restores it. */
export function useAuditFilter() {
  const [params, setParams] = useSearchParams()
  const [text, setText] = useAddressText('q')
  // Once typing has paused: every read of an operator is an entry of the trail itself.
  const q = (params.get('q') ?? '').trim()
  const outcome = AuditOutcome.safeParse(params.get('outcome')).data
  const action = params.get('action') ?? ''
  const actor = params.get('actor') ?? ''
  const period = periods.find(({ value }) => value === params.get('period'))
  const organizationId = Number(params.get('organization')) || undefined
  // To the hour, so that one period is one cached read and not a new one with every drawing.
  const from = useMemo(
    () => period && new Date(Math.floor((Date.now() - period.ms) / hourMs) * hourMs).toISOString(),
    [period],
  )
  const choose = (name: 'action' | 'actor' | 'outcome' | 'period' | 'organization', value: string) => {
    const next = new URLSearchParams(params)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setParams(next, { replace: true })
  }
  return {
    text,
    setText,
    choose,
    action,
    actor,
    outcome: outcome ?? '',
    period: period?.value ?? '',
    organization: String(organizationId ?? ''),
    organizationId,
    isFiltering:
      [q, action, actor].some((each) => each !== '') ||
      outcome !== undefined ||
      period !== undefined ||
      organizationId !== undefined,
    query: {
      ...(q === '' ? {} : { q }),
      ...(action === '' ? {} : { action }),
      ...(actor === '' ? {} : { actorId: actor }),
      ...(outcome === undefined ? {} : { outcome }),
      ...(from === undefined ? {} : { from }),
    },
    clear: () => {
      setText('')
      setParams(new URLSearchParams(), { replace: true })
    },
  }
}

export type AuditFilter = ReturnType<typeof useAuditFilter>

const limit = 50

/** A page that is not full is the last one. */
function lastOf(page: readonly AuditEntry[]): AuditEntry | undefined {
  return page.length < limit ? undefined : page.at(-1)
}

/** Any act adds to a trail, and no event says so. */
const reading = { isReadAgain: true, isKept: true }

export function useOwnTrail({ query }: AuditFilter) {
  return useRoutePages(
    auditApi.listAudit,
    { query: { ...query, limit } },
    { nextCursor: (page) => lastOf(page)?.sequence, ...reading },
  )
}

/** The trails of all organizations, or of one, for operators. */
export function usePlatformTrail({ query, organizationId }: AuditFilter) {
  const one = organizationId === undefined ? {} : { organizationId }
  return useRoutePages(
    auditApi.listPlatformAudit,
    { query: { ...query, ...one, limit } },
    { nextCursor: (page) => lastOf(page)?.id, ...reading },
  )
}

/** The name of the person whose acts are shown, from the entries that are loaded. */
export function actorNameIn(trail: Trail, { actor }: AuditFilter): string | undefined {
  const entries = trail.data?.pages.flat() ?? []
  return entries.find(({ actorId }) => actorId === actor)?.actorName ?? undefined
}

export type Trail = ReturnType<typeof useOwnTrail>
