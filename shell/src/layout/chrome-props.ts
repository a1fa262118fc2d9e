import type { ReactNode } from 'react'
import type { NavigationView } from '../navigation/navigation-items.ts'
import type { Layout } from './layout-preference.ts'

export interface ChromeProps extends NavigationView {
  /** Whether the layout cannot be chosen, as that of the assistant, which demands the sidebar. */
  readonly isFixed: boolean
  readonly title: string
  /** Whether the title is the page's heading, because the screen has none of its own. */
  readonly isHeading: boolean
  readonly onLogout: () => void
  /** What concerns every page, for the header. */
  readonly notice?: ReactNode
  readonly children?: ReactNode
}

/** The props of both layouts. */
export interface LayoutProps extends ChromeProps {
  readonly layout: Layout
  readonly onToggleLayout: () => void
  readonly onOpenPalette: () => void
  readonly onOpenHelp: () => void
}
