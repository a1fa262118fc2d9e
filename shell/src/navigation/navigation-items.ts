import type { RemoteEntry, RemoteNavigation, RemoteRoute } from '@portal/contracts/remotes'
import { audiencesOf, type ChosenRoute, chooseRoute } from '@portal/contracts/route-choice'
import type { Session } from '@portal/contracts/session'

/** A link of the navigation as one layout, or the user menu, shows it to one session. */
export interface NavigationItem {
  readonly label: string
  readonly to: string
  readonly icon: string
  readonly isCurrent: boolean
}

export interface NavigationView {
  readonly remotes: readonly RemoteEntry[]
  readonly session: Session
  readonly path: string
  readonly layout: 'topbar' | 'sidebar' | 'user-menu'
}

/**
 * The links a session sees, in order. The one leading to the current screen or above it is current.
 */
export function navigationItems(view: NavigationView): NavigationItem[] {
  const seen = seenLinks(view)
  const current = currentLink(seen, view)
  return seen.map((link) => ({
    label: (view.layout === 'sidebar' ? link.sidebarLabel : undefined) ?? link.label,
    to: link.to,
    icon: link.icon,
    isCurrent: link === current,
  }))
}

/** Pages of a session that no link leads to and that belong to one it sees, by title. */
export function pagesBelow(view: Omit<NavigationView, 'layout'>): Pick<NavigationItem, 'label' | 'to'>[] {
  const seen = seenLinks({ ...view, layout: 'topbar' })
  return view.remotes
    .flatMap(({ routes }) => routes)
    .filter(({ below }) => seen.some(({ to }) => to === below))
    .filter((route) => routeAt(view, route.path) === route)
    .map(({ path, title }) => ({ label: title, to: path }))
}

function seenLinks({ remotes, session, layout }: NavigationView): RemoteNavigation[] {
  const audiences = audiencesOf(session)
  return remotes
    .flatMap(({ navigation }) => navigation)
    .filter((link) => audiencesOfLink(link, layout).some((audience) => audiences.includes(audience)))
    .filter(({ permission }) => permission === undefined || session.permissions.includes(permission))
    .sort((a, b) => a.order - b.order)
}

function audiencesOfLink(link: RemoteNavigation, layout: NavigationView['layout']) {
  if (layout === 'user-menu') return link.userMenu ?? []
  return layout === 'sidebar' ? link.sidebar : link.topBar
}

/**
 * By address if one matches, the longest first; else the page's declared parent; else by screen,
 * because `/` may show another link's screen.
 */
function currentLink(links: readonly RemoteNavigation[], view: NavigationView): RemoteNavigation | undefined {
  const above = links
    .filter(({ to }) => view.path === to || (to !== '/' && view.path.startsWith(`${to}/`)))
    .sort((a, b) => b.to.length - a.to.length)[0]
  if (above) return above
  const below = routeAt(view, view.path)?.below
  if (below !== undefined) return links.find(({ to }) => to === below)
  const shown = screenAt(view, view.path)
  return shown === null ? undefined : links.find(({ to }) => screenAt(view, to) === shown)
}

function screenAt(view: Omit<NavigationView, 'layout'>, path: string): string | null {
  const chosen = chosenAt(view, path)
  return chosen ? `${chosen.remote.name}/${chosen.route.screen}` : null
}

function routeAt(view: Omit<NavigationView, 'layout'>, path: string): RemoteRoute | undefined {
  return chosenAt(view, path)?.route
}

function chosenAt({ remotes, session }: Omit<NavigationView, 'layout'>, path: string): ChosenRoute | null {
  return chooseRoute(remotes, { path, audiences: audiencesOf(session), permissions: session.permissions })
}
