import { audiencesOf, chooseRoute } from '@portal/contracts/route-choice'
import { type NamedPage, type NavigationView, namedPages } from '../navigation/navigation-items.ts'

/** A page that may have been meant. */
export type NearPage = Pick<NamedPage, 'label' | 'to'>

/** How many are offered. */
const nearestMax = 3
const namedFrom = 0.7

/** The pages that a session sees, those with an address or name like the missing one first. */
export function nearestPages(view: NavigationView): NearPage[] {
  const pages = view.session.person ? namedPages(view) : publicPages(view)
  return pages
    .map((page) => ({ page, likeness: Math.max(likenessOf(page.to, view.path), namedAs(page, view.path)) }))
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, nearestMax)
    .map(({ page }) => page)
}

/** Those that say what they are about in link previews. */
function publicPages({ remotes, session }: NavigationView): NearPage[] {
  const request = { audiences: audiencesOf(session), permissions: session.permissions }
  return remotes
    .flatMap(({ routes }) => routes)
    .filter((route) => route.description !== undefined)
    .filter((route) => chooseRoute(remotes, { ...request, path: route.path })?.route === route)
    .map(({ path, title }) => ({ to: path, label: path === '/' ? 'Home' : (title.split(' – ')[0] ?? title) }))
}

/** How like an address is to a page's name, as `/dashboard` is; little likeness is by chance. */
function namedAs({ label }: NearPage, address: string): number {
  const likeness = likenessOf(`/${label.replaceAll(' ', '-')}`, address)
  return likeness < namedFrom ? 0 : likeness
}

/** From 0 to 1, by the pairs of letters that two addresses share (Dice). */
function likenessOf(one: string, other: string): number {
  const [a, b] = [pairsOf(one), pairsOf(other)]
  const shared = [...a].filter((pair) => b.has(pair)).length
  return a.size + b.size === 0 ? 0 : (2 * shared) / (a.size + b.size)
}

function pairsOf(address: string): ReadonlySet<string> {
  const text = address.toLowerCase()
  return new Set([...text].slice(1).map((letter, at) => `${text[at] ?? ''}${letter}`))
}
