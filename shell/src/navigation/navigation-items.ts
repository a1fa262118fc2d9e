import type { RemoteEntry, RemoteNavigation } from '@portal/contracts/remotes'
import { audiencesOf, chooseRoute } from '@portal/contracts/route-choice'
import type { Session } from '@portal/contracts/session'

/** A link of the navigation as one layout, or the user menu, shows it to one session. */
export interface NavigationItem {
  readonly label: string
  readonly to: string
  readonly icon: string
  readonly isCurrent: boolean
}

/** Where and for whom links are listed. */
export interface NavigationView {
  readonly remotes: readonly RemoteEntry[]
  readonly session: Session
  readonly path: string
  readonly layout: 'topbar' | 'sidebar' | 'user-menu'
}

/** The links that a session sees, in order. The one that leads to the shown screen, or stands above the shown path, is current. */
export function navigationItems(view: NavigationView): NavigationItem[] {
  const audiences = audiencesOf(view.session)
  const seen = view.remotes
    .flatMap(({ navigation }) => navigation)
    .filter((link) => placesOf(link, view.layout).some((audience) => audiences.includes(audience)))
    .filter(({ permission }) => permission === undefined || view.session.permissions.includes(permission))
    .sort((a, b) => a.order - b.order)
  const current = currentLink(seen, view)
  return seen.map((link) => ({
    label: (view.layout === 'sidebar' ? link.sidebarLabel : undefined) ?? link.label,
    to: link.to,
    icon: link.icon,
    isCurrent: link === current,
  }))
}

function placesOf(link: RemoteNavigation, layout: NavigationView['layout']) {
  if (layout === 'user-menu') return link.userMenu ?? []
  return layout === 'sidebar' ? link.sidebar : link.topBar
}

/** By address where one fits, the longest first; else by screen: `/` shows what another link leads to as well. */
function currentLink(links: readonly RemoteNavigation[], view: NavigationView): RemoteNavigation | undefined {
  const above = links
    .filter(({ to }) => view.path === to || (to !== '/' && view.path.startsWith(`${to}/`)))
    .sort((a, b) => b.to.length - a.to.length)[0]
  if (above) return above
  const shown = screenAt(view, view.path)
  return shown === null ? undefined : links.find(({ to }) => screenAt(view, to) === shown)
}

function screenAt({ remotes, session }: NavigationView, path: string): string | null {
  const chosen = chooseRoute(remotes, {
    path,
    audiences: audiencesOf(session),
    permissions: session.permissions,
  })
  return chosen ? `${chosen.remote.name}/${chosen.route.screen}` : null
}
