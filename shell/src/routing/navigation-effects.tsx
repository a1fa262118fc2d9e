import { useEffect, useRef } from 'react'
import { type Location, ScrollRestoration, useNavigation } from 'react-router'
import { mainId } from '../layout/main-area.tsx'
import { useActedMark } from './acted-mark.ts'
import { pageKey } from './close-on-back.ts'
import { HeldBlocks } from './held-blocks.tsx'
import { loadOfEntry } from './page-load.ts'
import type { ResolvedPage } from './page-resolver.ts'
import { screenKey, titleOf } from './page-view.tsx'

/**
 * What client-side navigation must do by hand: tab title, focus on the new screen, its
 * announcement, scroll position, and a progress bar.
 */
export function NavigationEffects({ page: { path, content } }: { readonly page: ResolvedPage }) {
  // An address may show another screen after the session changed.
  const [screen, title] = [screenKey(content), titleOf(content)]
  const navigation = useNavigation()
  useActedMark(path)
  const announcement = useRef<HTMLParagraphElement>(null)
  const shown = useRef({ path, screen })
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => {
    if (shown.current.path === path && shown.current.screen === screen) return
    shown.current = { path, screen }
    document.getElementById(mainId)?.focus({ preventScroll: true })
    if (announcement.current) announcement.current.textContent = document.title
  }, [path, screen])
  return (
    <>
      <a
        href={`#${mainId}`}
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-(--z-tooltip) focus:rounded-control focus:bg-raised focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      <ScrollRestoration getKey={scrollKey} />
      <p ref={announcement} role="status" className="sr-only" />
      <HeldBlocks path={path} />
      {navigation.state === 'loading' && navigation.location.pathname !== path && (
        <div
          aria-hidden="true"
          className="pointer-events-none fixed inset-x-0 top-0 z-(--z-toast) h-0.5 animate-pulse bg-accent"
        />
      )}
    </>
  )
}

/** The first entry of every page load has the same key; what marks it tells it from the others. */
function scrollKey(location: Location): string {
  const key = pageKey(location)
  return key === 'default' ? `load ${loadOfEntry()}` : key
}
