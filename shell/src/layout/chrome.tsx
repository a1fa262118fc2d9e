import { toast } from '@portal/remote-kit/toast'
import { TooltipProvider } from '@portal/ui/tooltip'
import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { navigationItems } from '../navigation/navigation-items.ts'
import type { PanelProps } from '../palette/panel-props.ts'
import type { ChromeProps } from './chrome-props.ts'
import { useLayoutPreference } from './layout-preference.ts'
import { SidebarLayout } from './sidebar-layout.tsx'
import { TopBarLayout } from './top-bar-layout.tsx'

type Panel = ComponentType<PanelProps>

/** What opens over every page, loaded when it is wanted. */
const panels = {
  palette: async (): Promise<Panel> => (await import('../palette/command-palette.tsx')).CommandPalette,
  help: async (): Promise<Panel> => (await import('../help/keyboard-help.tsx')).KeyboardHelp,
}

/** The layout around a screen: sidebar or top bar (decision 13), palette and help above both. */
export function Chrome(props: ChromeProps) {
  const [preference, onToggleLayout] = useLayoutPreference()
  const [panel, setPanel] = useState<{ readonly Panel: Panel } | null>(null)
  const open = useCallback((name: keyof typeof panels) => {
    panels[name]().then(
      (Panel) => setPanel({ Panel }),
      () => {
        const description = 'This could not be loaded. Check your connection and try again.'
        toast({ title: 'Error', description, variant: 'error' })
      },
    )
  }, [])
  useShortcuts(open)
  // A sidebar without links would be an empty strip.
  const hasLinks = navigationItems(props, 'sidebar').length > 0
  const layout = props.isFixed ? 'sidebar' : hasLinks ? preference : 'topbar'
  const Layout = layout === 'sidebar' ? SidebarLayout : TopBarLayout
  const shown = { ...props, layout, isFixed: props.isFixed || !hasLinks }
  const acts = {
    onToggleLayout,
    onOpenPalette: () => open('palette'),
    onOpenHelp: () => open('help'),
  }
  return (
    <TooltipProvider>
      <Layout {...shown} {...acts} />
      {panel && <panel.Panel {...shown} {...acts} onClose={() => setPanel(null)} />}
    </TooltipProvider>
  )
}

const typedInto = 'input, textarea, select, [contenteditable="true"]'

function useShortcuts(open: (panel: keyof typeof panels) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event
      const hasControl = event.ctrlKey || event.metaKey
      // Panels of another front end keep the focus, and a cover hides what the palette would show.
      const isCovered = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
      // Ctrl or ⌘ goes down before K: start loading then, so that typing reaches the palette.
      if (key === 'Control' || key === 'Meta') void panels.palette().catch(() => undefined)
      if (key.toLowerCase() === 'k' && hasControl && !event.altKey) {
        event.preventDefault()
        if (!isCovered) open('palette')
      }
      const isTyping = target instanceof Element && target.closest(typedInto) !== null
      if (key !== '?' || hasControl || event.altKey || isTyping || isCovered) return
      event.preventDefault()
      open('help')
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [open])
}
