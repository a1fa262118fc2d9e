import type { RemoteEntry, RemoteNavigation } from '@portal/contracts/remotes'
import { audiencesOf, type ChosenRoute, chooseRoute } from '@portal/contracts/route-choice'
import type { Session } from '@portal/contracts/session'

/** A link of the navigation as one layout, or the user menu, shows it to one session. */
export interface NavigationItem extends Pick<RemoteNavigation, 'label' | 'to' | 'icon' | 'count'> {
  readonly isCurrent: boolean
}

export interface NavigationView {
  readonly remotes: readonly RemoteEntry[]
  readonly session: Session
  readonly path: string
}

type Menu = 'topBar' | 'sidebar' | 'userMenu'

/** The links a session sees, in order; current is the one to the current screen or above it. */
export function navigationItems(view: NavigationView, menu: Menu): NavigationItem[] {
  const seen = seenLinks(view, menu)
  const current = currentLink(seen, view)
  return seen.map((link) => ({
    label: (menu === 'sidebar' ? link.sidebarLabel : undefined) ?? link.label,
    to: link.to,
    icon: link.icon,
    ...(link.count === undefined ? {} : { count: link.count }),
    isCurrent: link === current,
  }))
}

/** Pages of a session that no link leads to and that belong to one it sees, by title. */
export function pagesBelow(view: NavigationView): Pick<NavigationItem, 'label' | 'to'>[] {
  const seen = seenLinks(view, 'topBar')
  return view.remotes
    .flatMap(({ routes }) => routes)
    .filter(({ below }) => seen.some(({ to }) => to === below))
    .filter((route) => chosenAt(view, route.path)?.route === route)
    .map(({ path, title }) => ({ label: title, to: path }))
}

function seenLinks({ remotes, session }: NavigationView, menu: Menu): RemoteNavigation[] {
  const audiences = audiencesOf(session)
  return remotes
    .flatMap(({ navigation }) => navigation)
    .filter((link) => link[menu]?.some((audience) => audiences.includes(audience)))
    .filter(({ permission }) => permission === undefined || session.permissions.includes(permission))
    .sort((a, b) => a.order - b.order)
}

/**
 * By address if one matches, the longest first; else the page's declared parent; else by screen,
 * because `/` may show another link's screen.
 */
function currentLink(links: readonly RemoteNavigation[], view: NavigationView): RemoteNavigation | undefined {
  const above = links
    .filter(({ to }) => view.path === to || (to !== '/' && view.path.startsWith(`${to}/`)))
    .sort((a, b) => b.to.length - a.to.length)[0]
  const shown = chosenAt(view, view.path)
  if (above || !shown) return above
  const { below } = shown.route
  if (below !== undefined) return links.find(({ to }) => to === below)
  return links.find(({ to }) => {
    const there = chosenAt(view, to)
    return there?.remote === shown.remote && there.route.screen === shown.route.screen
  })
}

function chosenAt({ remotes, session }: NavigationView, path: string): ChosenRoute | null {
  return chooseRoute(remotes, { path, audiences: audiencesOf(session), permissions: session.permissions })
}
