import type { OfferedAct, RemoteEntry, RemoteNavigation } from '@portal/contracts/remotes'
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

/** A page that is found by its name; `words` are all that the navigation calls it. */
export interface NamedPage extends Pick<NavigationItem, 'label' | 'to'> {
  readonly words: string
}

/** A session's pages, each once: links of both layouts, what is below them, the user menu's. */
export function namedPages(view: NavigationView, layout: 'topbar' | 'sidebar' = 'sidebar'): NamedPage[] {
  const links = [...seenLinks(view, 'topBar'), ...seenLinks(view, 'sidebar')]
  const named = ({ label, sidebarLabel = label, to }: RemoteNavigation): NamedPage => ({
    ...{ label: layout === 'sidebar' ? sidebarLabel : label, to },
    words: `${label} ${sidebarLabel}`,
  })
  const personal = seenLinks(view, 'userMenu').map(named)
  const pages = [...links.map(named), ...pagesBelow(links, view), ...personal]
  return pages.filter(({ to }, at) => pages.findIndex((page) => page.to === to) === at)
}

/** Pages that belong to one of the links, and whose address names nothing else, by title. */
function pagesBelow(links: readonly RemoteNavigation[], view: NavigationView): NamedPage[] {
  return view.remotes
    .flatMap(({ routes }) => routes)
    .filter(({ path, below }) =>
      links.some(({ to }) => to === below || (to !== '/' && path.startsWith(`${to}/`))),
    )
    .filter((route) => !route.path.includes(':') && chosenAt(view, route.path)?.route === route)
    .map(({ path, title }) => ({ label: title, to: path, words: title }))
}

/** What remotes offer a session to do: the page where it is done is open to it, and it may. */
export function offeredActs(view: NavigationView): OfferedAct[] {
  const { permissions } = view.session
  const audiences = audiencesOf(view.session)
  return view.remotes.flatMap((remote) =>
    (remote.acts ?? [])
      .filter(({ permission }) => permission === undefined || permissions.includes(permission))
      .filter(({ when }) => when === undefined || when.some((audience) => audiences.includes(audience)))
      // Not a start page that is shown in place of one that is closed.
      .filter(({ to }) => chosenAt(view, pathOf(to))?.remote === remote),
  )
}

function pathOf(address: string): string {
  return address.split('?')[0] ?? address
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
