import { createClient } from '@portal/contracts/client'
import { memberPermissions } from '@portal/contracts/features'
import type { Role } from '@portal/contracts/permissions'
import type { Session } from '@portal/contracts/session'
import type { LinkProps, Portal, PortalRouter } from '@portal/remote-kit/portal-context'
import { PortalContext } from '@portal/remote-kit/portal-context'
import { createQueryClient } from '@portal/remote-kit/query-client'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect, useMemo, useRef, useState } from 'react'

/** A test session: an admin of 'Halden Medical' by default; `role: null` has no organization. */
export function fixedSession(role: Role | null = 'admin', changes: Partial<Session> = {}): Session {
  return {
    person: {
      id: 'person-1',
      email: 'ingrid@halden.test',
      firstName: 'Ingrid',
      lastName: 'Solberg',
      profileImageUrl: null,
    },
    organization: role ? { id: 7, name: 'Halden Medical' } : null,
    role,
    isMasterAdmin: false,
    permissions: memberPermissions({ role, featuresOff: changes.organization?.featuresOff ?? [] }),
    settings: {
      oidcIssuer: '',
      oidcClientId: '',
      accountUrl: '',
    },
    ...changes,
  }
}

/** The session of an anonymous visitor. */
export function anonymousSession(): Session {
  return fixedSession(null, { person: null })
}

/** What a test gives to a screen. `respond` plays the server; without it every request is a 404. */
export interface TestPortalProps {
  readonly children: ReactNode
  readonly session?: Session
  /** The stored bearer token; none by default. */
  readonly token?: string | null
  readonly respond?: (request: Request) => Response | Promise<Response>
  readonly path?: string
  readonly params?: Readonly<Record<string, string>>
  /** Called for every move, for the login page ('/api/login') and for '/api/logout'. */
  readonly onNavigate?: (to: string) => void
  readonly onRefreshSession?: () => void
}

/** The portal around a screen under test: session, query defaults, client, links, parameters. */
export function TestPortal(props: TestPortalProps) {
  const { session = fixedSession(), token = null, path = '/', params = {} } = props
  const [history, setHistory] = useState<History>(() => ({
    entries: [new URL(path, 'http://portal.test')],
    at: 0,
  }))
  const address = addressIn(history)
  const { respond = notFound } = props
  const isGone = useIsGone()
  const client = useMemo(
    () =>
      createClient({
        baseUrl: 'http://portal.test',
        token: () => token,
        fetch: async (input, init) => {
          const response = await respond(new Request(input, init))
          // A page that was left hears nothing; what it would do with it, the next test would see.
          return isGone.current ? new Promise<never>(() => undefined) : response
        },
      }),
    [respond, token, isGone],
  )
  const queries = useMemo(() => createQueryClient(client, () => undefined), [client])
  const move: Move = (to, options) => {
    setHistory((now) => moved(now, to, options?.replace ?? false))
    props.onNavigate?.(String(to))
  }
  const portal: Portal = {
    session,
    client,
    token: () => token,
    login: () => props.onNavigate?.('/api/login'),
    logout: () => props.onNavigate?.('/api/logout'),
    refreshSession: async () => props.onRefreshSession?.(),
    router: testRouter(address, params, move),
  }
  return (
    <PortalContext value={portal}>
      <QueryClientProvider client={queries}>{props.children}</QueryClientProvider>
    </PortalContext>
  )
}

/** Whether the portal has been unmounted. */
function useIsGone(): { readonly current: boolean } {
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  return isGone
}

const notFound = () => new Response('Not found', { status: 404 })

type Move = (to: string | number, options?: { readonly replace?: boolean }) => void

/** As a browser keeps it, so that Back can be tested. */
interface History {
  readonly entries: readonly URL[]
  readonly at: number
}

function addressIn({ entries, at }: History): URL {
  const address = entries[at]
  if (!address) throw new Error('The history has no such entry.')
  return address
}

function moved(history: History, to: string | number, isReplaced: boolean): History {
  const { entries, at } = history
  if (typeof to === 'number') {
    return { entries, at: Math.min(Math.max(at + to, 0), entries.length - 1) }
  }
  const kept = entries.slice(0, isReplaced ? at : at + 1)
  return { entries: [...kept, new URL(to, addressIn(history))], at: kept.length }
}

function testRouter(address: URL, params: Readonly<Record<string, string>>, move: Move): PortalRouter {
  return {
    Link: ({ to, children, onClick, replace: _, isCurrent, ...anchor }: LinkProps) => (
      <a
        href={to}
        {...anchor}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={(event) => {
          event.preventDefault()
          onClick?.()
          move(to)
        }}
      >
        {children}
      </a>
    ),
    useParams: () => params,
    useNavigate: () => move,
    useSearchParams: () => [
      address.searchParams,
      (next, options) => move(`${address.pathname}${next.size > 0 ? `?${next}` : ''}`, options),
    ],
    usePathname: () => address.pathname,
  }
}
