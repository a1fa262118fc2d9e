import { TooltipProvider } from '@portal/ui/tooltip'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { ChromeProps, LayoutProps } from './chrome-props.ts'
import { SidebarLayout } from './sidebar-layout.tsx'
import { TopBarLayout } from './top-bar-layout.tsx'

const loadPalette = () => import('../palette/command-palette.tsx')
const CommandPalette = lazy(async () => ({ default: (await loadPalette()).CommandPalette }))

/** The layout around a screen: sidebar or top bar (decision 13), the command palette above both. */
export function Chrome(props: ChromeProps) {
  const [preference, toggle] = useLayoutPreference()
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  usePaletteKey(() => setPaletteOpen(true))
  const layout = props.isFixed ? 'sidebar' : preference
  const Layout = layout === 'sidebar' ? SidebarLayout : TopBarLayout
  return (
    <TooltipProvider>
      <Layout {...props} layout={layout} onToggleLayout={toggle} onOpenPalette={() => setPaletteOpen(true)} />
      {isPaletteOpen && (
        <Suspense>
          <CommandPalette {...props} onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
    </TooltipProvider>
  )
}

function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // Ctrl or ⌘ goes down before K: start loading then, so that typing reaches the palette.
      if (event.key === 'Control' || event.key === 'Meta') void loadPalette().catch(() => undefined)
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      open()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [open])
}

const layoutKey = 'portal_layout'

/** The layout a person prefers where the screen leaves it open, kept in this browser. */
function useLayoutPreference(): readonly [LayoutProps['layout'], () => void] {
  const [layout, setLayout] = useState<LayoutProps['layout']>(() =>
    localStorage.getItem(layoutKey) === 'topbar' ? 'topbar' : 'sidebar',
  )
  const toggle = () => {
    const next = layout === 'sidebar' ? 'topbar' : 'sidebar'
    localStorage.setItem(layoutKey, next)
    setLayout(next)
  }
  return [layout, toggle]
}
