import type { NavigationView } from '../navigation/navigation-items.ts'

/** What opens over every page knows what the layout knows. */
export interface PanelProps extends NavigationView {
  readonly layout: 'topbar' | 'sidebar'
  /** Whether the screen demands its layout. */
  readonly isFixed: boolean
  readonly onToggleLayout: () => void
  readonly onOpenHelp: () => void
  readonly onLogout: () => void
  readonly onClose: () => void
}
